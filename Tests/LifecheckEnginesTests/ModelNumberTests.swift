import LifecheckSolver
import Testing

@Suite struct ModelNumberTests {
  @Test(arguments: [
    ("7/2", "3/2", 2, ModelNumber.Sign.zero), ("-1/2", "1/2", -1, .zero), ("-1/3", "1/2", -1, .positive),
    ("5/2", "1/3", 3, .negative),
    ("8", "3", 5, .zero), ("-8", "-3", -4, .negative),
    ("0", "9223372036854775807", 134_217_727, .negative), ("100000000000000000001", "100000000000000000000", 1, .zero),
    // Fractions as they come from models with many strict bounds close together.
    ("18458610699330660156081/2500000000000000000", "18458610699330660156080/2500000000000000000", 0, .positive),
    ("1000000000000000003/3000000000000000000", "1000000000000000001/5000000000000000000", 0, .positive),
  ])
  func differencesAreExact(_ a: String, _ b: String, _ limit: Int, _ sign: ModelNumber.Sign) throws {
    #expect(try ModelNumber.difference(#require(ModelNumber(a)), #require(ModelNumber(b)), comparedWith: limit) == sign)
  }

  @Test(arguments: ["", "1/0", "x", "1/2/3", "1.5"])
  func othersAreNone(_ text: String) { #expect(ModelNumber(text) == nil) }
}
