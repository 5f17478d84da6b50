# Slots on clocks that are off. As in slots.story, but with a guard of 0.25 s: slots
# last 1 s + 1 s + 0.25 s, and a clock that is late or early by so much still does no
# harm.

a late clock may use up the guard
nodes a=0m b=1500m
tdma guard=0.25s
clock a shows -0.25s
a sends 1000bit to b at 0s
b sends 1000bit to a at 0s
----
0.25s a sends p1
2.25s b gets p1     # and it is the turn of b at this moment
2.25s b sends p2
4.25s a gets p2

a nanosecond more is too much
nodes a=0m b=1500m
tdma guard=0.25s
clock a shows -0.250000001s
a sends 1000bit to b at 0s
b sends 1000bit to a at 0s
----
0.250000001s a sends p1
2.25s b sends p2
2.250000001s b loses p1: half-duplex
4.25s a gets p2

an early clock may use up the guard
nodes a=0m b=1500m
tdma guard=0.25s
clock b shows 0.25s
a sends 1000bit to b at 0s
b sends 1000bit to a at 0s
----
0s a sends p1
2s b gets p1
2s b sends p2       # when its clock shows 2.25 s
4s a gets p2

a nanosecond earlier is too early
nodes a=0m b=1500m
tdma guard=0.25s
clock b shows 0.250000001s
a sends 1000bit to b at 0s
b sends 1000bit to a at 0s
----
0s a sends p1
1.999999999s b sends p2
2s b loses p1: half-duplex
3.999999999s a gets p2

neighbouring slots do not touch at a third node
# c is where b is, so what b sends is there at once.
nodes a=0m b=1500m c=1500m
tdma guard=0.25s
clock a shows -0.25s
a sends 1000bit to c at 0s
b sends 1000bit to c at 0s
----
0.25s a sends p1
2.25s c gets p1
2.25s b sends p2
3.25s c gets p2

or collide there
nodes a=0m b=1500m c=1500m
tdma guard=0.25s
clock a shows -0.250000001s
a sends 1000bit to c at 0s
b sends 1000bit to c at 0s
----
0.250000001s a sends p1
2.25s b sends p2
2.250000001s c loses p1: collision
3.25s c loses p2: collision

clocks that are off together do no harm
nodes a=0m b=1500m
tdma guard=0.25s
clock a shows 100.5s
clock b shows 100.5s
a sends 1000bit to b at 0s
b sends 1000bit to a at 0s
----
# A frame lasts 4.5 s. The clocks begin 100.5 s = 22 frames + 1.5 s.
0.75s b sends p2    # at 101.25 s of its clock, 22 frames + 2.25 s
2.75s a gets p2
3s a sends p1       # at 23 frames = 103.5 s of its clock
5s b gets p1

a clock that begins before zero has frames there too
nodes a=0m b=1500m
tdma guard=0.25s
clock a shows -3s
clock b shows -3s
a sends 1000bit to b at 0s
b sends 1000bit to a at 0s
----
0.75s b sends p2    # at -2.25 s, half a frame before zero
2.75s a gets p2
3s a sends p1
5s b gets p1
