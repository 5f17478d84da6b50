# A receiver that is switched off.

it misses what arrives
radios a=0 r=1500
r sleeps at 0.5s
a sends 1000 at 0s          # [1, 2)
a sends 1000 at 2s          # [3, 4)
r wakes at 2.5s
only r
----
2s r misses a: asleep
4s r receives a

it loses what it was receiving
radios a=0 r=1500
a sends 1000 at 0s          # [1, 2)
r sleeps at 1.999999999s
only r
----
2s r loses a: asleep

it has received what is over
radios a=0 r=1500
a sends 1000 at 0s          # [1, 2)
r sleeps at 2s
only r
----
2s r receives a

it is too late to wake in the middle of a frame
radios r=0 a=1500 b=-750
gain b r 1000
r sleeps at 0s
a sends 1000 at 0s          # [1, 2)
r wakes at 1.000000001s
b sends 1000 at 1s          # [1.5, 2.5)
only r
----
2s r misses a: asleep
# The receiver is free, and 1000 / (1 + 100) exceeds 4.
2.5s r receives b

what it sleeps through counts as interference
radios r=0 a=1500 b=-750
r sleeps at 0s
a sends 1000 at 0s          # [1, 2)
r wakes at 1.25s
b sends 1000 at 1s          # [1.5, 2.5)
only r
----
2s r misses a: asleep
2.5s r misses b: collision

it wakes the instant a frame arrives
radios a=0 r=1500
r sleeps at 0s
a sends 1000 at 0s          # [1, 2)
r wakes at 1s
only r
----
2s r receives a

it sends in its sleep
radios a=0 r=1500
r sleeps at 0s
r sends 1000 at 1s
----
1s r sends 1s
3s a receives r
