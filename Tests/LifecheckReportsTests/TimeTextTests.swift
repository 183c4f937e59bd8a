import LifecheckReports
import LifecheckSystem
import Testing

struct TimeTextTests {
  @Test(arguments: [
    (RationalTime(0), "0 s"), (RationalTime(2000), "2 s"), (RationalTime(2500), "2.5 s"), (RationalTime(5001), "5.001 s"),
    (RationalTime(250), "0.25 s"), (RationalTime(60_000), "1 min"), (RationalTime(65_000), "1 min 5 s"),
    (RationalTime(3_600_000), "1 h"), (RationalTime(7_230_500), "2 h 30.5 s"), (RationalTime(90_000_000), "1 d 1 h"),
    (RationalTime(10_001, over: 2), "5.0005 s"), (RationalTime(1, over: 3), "about 0.000333 s"),
  ])
  func readsAsPeopleWrite(time: RationalTime, text: String) {
    #expect(time.text == text)
  }
}
