; lifecheck certificate 1
;
; spec:     lamp.lc
; sentence: a broken lamp is never lit
; at:       lamp.lc:1
; verdict:  proved
;
; It shows that no run of the spec, however long, reaches a state in which
;   - a broken lamp is lit
;
; To check it, let a solver answer its 4 queries; each answer must be unsat, and nothing else may be printed:
;   z3 FILE
;   cvc5 --incremental FILE
;   lifecheck check-certificate --spec SPEC FILE   (also compares it with the spec)
;
; Part A has an invariant: a condition on states, part by part, each also in words. The queries ask for a start
; outside of it, for each step out of it, and for something bad within it; there is none of these. A step is time
; that passes, or one edge of one process.
; Part B has a claim that needs several states in a row: it holds in the first ones, and in the next after as many.
; There, a step is time that passes, then at most one edge of each process, in turn.
;
; What is to be trusted: the solver that you use; and that the system in this file is what the spec says, which
; lifecheck has made of it. Whoever found the invariant need not be trusted. See docs/evidence.md.
;
(set-logic QF_LRA)
; ==== B.1 the system, in steps in which each process may act once
; The state, at 0 and after each step:
; |variable colour bit 1| |variable colour bit 0|:
;   00 none, 01 red, 10 green
; |place of lamp|:
;   0 at `off`, 1 at `lit`
; |clock lit for|: in milliseconds
; |parameter patience|: in milliseconds
(declare-const |parameter patience at 0| Real)
(declare-const |variable broken at 0| Bool)
(declare-const |variable colour bit 0 at 0| Bool)
(declare-const |variable colour bit 1 at 0| Bool)
(declare-const |place of lamp at 0| Bool)
(declare-const |clock lit for at 0| Real)
(declare-const |variable colour bit 0 at 1| Bool)
(declare-const |variable colour bit 1 at 1| Bool)
(declare-const |place of lamp at 1| Bool)
(declare-const |clock lit for at 1| Real)
(declare-const |variable colour bit 0 at 2| Bool)
(declare-const |variable colour bit 1 at 2| Bool)
(declare-const |place of lamp at 2| Bool)
(declare-const |clock lit for at 2| Real)
; Where runs start:
(define-fun |b 1| () Bool (and (<= 1000.0 |parameter patience at 0|) (<= |parameter patience at 0| 3000.0) (not |variable colour bit 0 at 0|) (not |variable colour bit 1 at 0|) (or (not |variable colour bit 0 at 0|) (not |variable colour bit 1 at 0|)) (not |place of lamp at 0|) (<= 0.0 |clock lit for at 0|) (= 0.0 |clock lit for at 0|)))
(define-fun |the start of B| () Bool |b 1|)
; Step 1:
(declare-const |input 1 delay| Real)
(declare-const |input 1 edge of lamp[0]| Bool)
(declare-const |input 1 choice 0 of lamp[0]| Bool)
(define-fun |m1 1| () Bool (and (not |place of lamp at 0|) |input 1 edge of lamp[0]|))
(define-fun |m1 2| () Bool (and |place of lamp at 0| |input 1 edge of lamp[0]|))
(define-fun |move 1| () Bool (and true
  (<= 0.0 |input 1 delay|)
  (or (not |place of lamp at 0|) (ite |place of lamp at 0| (<= (+ |clock lit for at 0| |input 1 delay|) |parameter patience at 0|) (<= |clock lit for at 0| |parameter patience at 0|)))
  (or (not |input 1 edge of lamp[0]|) |m1 1| |m1 2|)
  (or (not |variable broken at 0|) (not |m1 1|))
  (= |variable colour bit 0 at 1| (or (and |variable colour bit 0 at 0| (not |variable colour bit 1 at 0|) (not (or |m1 1| |m1 2|))) (and (not |place of lamp at 0|) |input 1 edge of lamp[0]| (not |input 1 choice 0 of lamp[0]|))))
  (= |variable colour bit 1 at 1| (or (and |variable colour bit 1 at 0| (not |variable colour bit 0 at 0|) (not (or |m1 1| |m1 2|))) (and (not |place of lamp at 0|) |input 1 edge of lamp[0]| |input 1 choice 0 of lamp[0]|)))
  (= |place of lamp at 1| (or |m1 1| (and |place of lamp at 0| (not (or |m1 1| |m1 2|)))))
  (or (not |m1 1|) (= 0.0 |clock lit for at 1|))
  (or |m1 1| (and (or (not |place of lamp at 0|) (= |clock lit for at 1| (+ |clock lit for at 0| |input 1 delay|))) (or |place of lamp at 0| (= |clock lit for at 0| |clock lit for at 1|))))))
; Step 2:
(declare-const |input 2 delay| Real)
(declare-const |input 2 edge of lamp[0]| Bool)
(declare-const |input 2 choice 0 of lamp[0]| Bool)
(define-fun |m2 1| () Bool (and (not |place of lamp at 1|) |input 2 edge of lamp[0]|))
(define-fun |m2 2| () Bool (and |place of lamp at 1| |input 2 edge of lamp[0]|))
(define-fun |move 2| () Bool (and true
  (<= 0.0 |input 2 delay|)
  (or (not |place of lamp at 1|) (ite |place of lamp at 1| (<= (+ |clock lit for at 1| |input 2 delay|) |parameter patience at 0|) (<= |clock lit for at 1| |parameter patience at 0|)))
  (or (not |input 2 edge of lamp[0]|) |m2 1| |m2 2|)
  (or (not |variable broken at 0|) (not |m2 1|))
  (= |variable colour bit 0 at 2| (or (and |variable colour bit 0 at 1| (not |variable colour bit 1 at 1|) (not (or |m2 1| |m2 2|))) (and (not |place of lamp at 1|) |input 2 edge of lamp[0]| (not |input 2 choice 0 of lamp[0]|))))
  (= |variable colour bit 1 at 2| (or (and |variable colour bit 1 at 1| (not |variable colour bit 0 at 1|) (not (or |m2 1| |m2 2|))) (and (not |place of lamp at 1|) |input 2 edge of lamp[0]| |input 2 choice 0 of lamp[0]|)))
  (= |place of lamp at 2| (or |m2 1| (and |place of lamp at 1| (not (or |m2 1| |m2 2|)))))
  (or (not |m2 1|) (= 0.0 |clock lit for at 2|))
  (or |m2 1| (and (or (not |place of lamp at 1|) (= |clock lit for at 2| (+ |clock lit for at 1| |input 2 delay|))) (or |place of lamp at 1| (= |clock lit for at 1| |clock lit for at 2|))))))
; bad: a broken lamp is lit
(define-fun |bad in B| () Bool (or false (and |variable broken at 0| |place of lamp at 0|)))
; ==== B.2 the claim
; claim part 1: while `lamp` is at `lit`: not `broken`
(define-fun |claim part 1| ((|variable broken| Bool) (|place of lamp| Bool)) Bool (or (not |variable broken|) (not |place of lamp|)))
; claim part 2: `patience` >= 1 s
(define-fun |claim part 2| ((|parameter patience| Real)) Bool (<= 1000.0 |parameter patience|))
; claim part 3: `patience` <= 3 s
(define-fun |claim part 3| ((|parameter patience| Real)) Bool (<= |parameter patience| 3000.0))
; claim part 4: each value has one of its codes
(define-fun |claim part 4| ((|variable colour bit 0| Bool) (|variable colour bit 1| Bool)) Bool (or (not |variable colour bit 0|) (not |variable colour bit 1|)))
; claim part 5: `lit for` >= 0 s
(define-fun |claim part 5| ((|clock lit for| Real)) Bool (<= 0.0 |clock lit for|))
(define-fun |the claim| ((|parameter patience| Real) (|variable broken| Bool) (|variable colour bit 0| Bool) (|variable colour bit 1| Bool) (|place of lamp| Bool) (|clock lit for| Real)) Bool (and true
  (|claim part 1| |variable broken| |place of lamp|)
  (|claim part 2| |parameter patience|)
  (|claim part 3| |parameter patience|)
  (|claim part 4| |variable colour bit 0| |variable colour bit 1|)
  (|claim part 5| |clock lit for|)))
; ==== B.3 the queries
; query 1: the claim holds at the start
(push 1)
(assert |the start of B|)
(assert (not (|the claim| |parameter patience at 0| |variable broken at 0| |variable colour bit 0 at 0| |variable colour bit 1 at 0| |place of lamp at 0| |clock lit for at 0|)))
(check-sat)
(pop 1)
; query 2: the claim holds after 1 step
(push 1)
(assert |the start of B|)
(assert |move 1|)
(assert (not (|the claim| |parameter patience at 0| |variable broken at 0| |variable colour bit 0 at 1| |variable colour bit 1 at 1| |place of lamp at 1| |clock lit for at 1|)))
(check-sat)
(pop 1)
; query 3: after 2 states of the claim comes another
(push 1)
(assert (|the claim| |parameter patience at 0| |variable broken at 0| |variable colour bit 0 at 0| |variable colour bit 1 at 0| |place of lamp at 0| |clock lit for at 0|))
(assert (|the claim| |parameter patience at 0| |variable broken at 0| |variable colour bit 0 at 1| |variable colour bit 1 at 1| |place of lamp at 1| |clock lit for at 1|))
(assert |move 1|)
(assert |move 2|)
(assert (not (|the claim| |parameter patience at 0| |variable broken at 0| |variable colour bit 0 at 2| |variable colour bit 1 at 2| |place of lamp at 2| |clock lit for at 2|)))
(check-sat)
(pop 1)
; query 4: the claim excludes what is bad
(push 1)
(assert (|the claim| |parameter patience at 0| |variable broken at 0| |variable colour bit 0 at 0| |variable colour bit 1 at 0| |place of lamp at 0| |clock lit for at 0|))
(assert |bad in B|)
(check-sat)
(pop 1)
; ==== end, after 4 queries
