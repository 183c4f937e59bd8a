import Testing

/// The tree of each sentence of a property, as `describe` prints it.
@Suite struct SentenceTreeTests {
  @Test(arguments: [
    (
      #"property "p": never frozen and draft.dirty"#,
      #"property({role: property, title: p, sentence: {kind: never({expression: binary(and, name(frozen), member(name(draft), dirty)), verb: none})}})"#
    ),
    (
      #"property "p": never x while y for 5s"#,
      #"property({role: property, title: p, sentence: {kind: never({expression: name(x), verb: none, condition: name(y)}, atMost: duration(5000))}})"#
    ),
    (
      #"property "p": always eventually x"#,
      #"property({role: property, title: p, sentence: {kind: eventually({expression: name(x), verb: none})}})"#
    ),
    (
      #"property "p": after upload.begin, upload.end within 30s unless x, or the app dies"#,
      #"property({role: property, title: p, sentence: {kind: afterWithin({expression: member(name(upload), begin), verb: none}, {expression: member(name(upload), end), verb: none}, duration(30000), unless: name(x)), orDies: true}})"#
    ),
    (
      #"property "p": after x, y before z"#,
      #"property({role: property, title: p, sentence: {kind: afterBefore({expression: name(x), verb: none}, {expression: name(y), verb: none}, {expression: name(z), verb: none})}})"#
    ),
    (
      #"property "p": after x, never y until z"#,
      #"property({role: property, title: p, sentence: {kind: afterNeverUntil({expression: name(x), verb: none}, {expression: name(y), verb: none}, {expression: name(z), verb: none})}})"#
    ),
    (
      #"property "p": draft.saved before frozen"#,
      #"property({role: property, title: p, sentence: {kind: before({expression: member(name(draft), saved), verb: none}, {expression: name(frozen), verb: none})}})"#
    ),
    (
      #"property "p": f only after g"#,
      #"property({role: property, title: p, sentence: {kind: onlyAfter({expression: name(f), verb: none}, {expression: name(g), verb: none})}})"#
    ),
    (
      #"property "p": task.complete exactly once per refresh.run within 5s, or the app dies"#,
      #"property({role: property, title: p, sentence: {kind: exactlyOnce({expression: member(name(task), complete), verb: none}, per: {expression: member(name(refresh), run), verb: none}, within: duration(5000)), orDies: true}})"#
    ),
    (
      #"property "p": f at most once per g"#,
      #"property({role: property, title: p, sentence: {kind: atMostOnce({expression: name(f), verb: none}, per: {expression: name(g), verb: none})}})"#
    ),
    (
      #"property "p": never dies watchdog or jetsam while f.locked"#,
      #"property({role: property, title: p, sentence: {kind: never({expression: name(dies), verb: dies([watchdog, jetsam]), condition: member(name(f), locked)})}})"#
    ),
    (
      #"property "p": after enters background, f returns within 5s"#,
      #"property({role: property, title: p, sentence: {kind: afterWithin({expression: name(background), verb: enters}, {expression: name(f), verb: returns}, duration(5000))}})"#
    ),
    (
      #"property "p": after x becomes 3, f fails within 5s"#,
      #"property({role: property, title: p, sentence: {kind: afterWithin({expression: name(x), verb: becomes(integer(3))}, {expression: name(f), verb: fails}, duration(5000))}})"#
    ),
    (
      #"property "p": after x becomes, upload is running before dies"#,
      #"property({role: property, title: p, sentence: {kind: afterBefore({expression: name(x), verb: becomes()}, {expression: isTest(name(upload), running), verb: none}, {expression: name(dies), verb: dies()})}})"#
    ),
    (
      #"possible "p": upload.end while background"#,
      #"property({role: possible, title: p, sentence: {kind: possible({expression: member(name(upload), end), verb: none, condition: name(background)})}})"#
    ),
    (
      #"assume "p": always a or b"#,
      #"property({role: assume, title: p, sentence: {kind: always({expression: binary(or, name(a), name(b)), verb: none})}})"#
    ),
    (
      #"rule "r" id task-leaked advice predicts "0x1" for each t in A or B: never t.open"#,
      #"property({role: rule, title: r, identifier: task-leaked, isAdvice: true, predicts: string("0x1"), forEach: [name: t, kinds: [A, B]], sentence: {kind: never({expression: member(name(t), open), verb: none})}})"#
    ),
  ])
  func sentences(_ text: String, _ tree: String) { checkDeclaration(text, tree) }
}
