# Slotted FAMA on a line. Sound goes at 1500 m/s, a modem sends 1000 bit/s. A control frame of 100 bit takes 0.1 s; with a longest
# way of 0.8 s and a guard of 0.1 s a slot lasts 1 s. A packet of 1000 bit takes 1 s, and with way and guard 2 slots.

an exchange
nodes a=0m b=600m
mac control=100bit header=0bit max_delay=0.8s guard=0.1s
a sends 1000bit to b at 0.3s
----
0.3s a is offered p1 to b
1s a sends a control frame to b for 0.1s   # RTS
1.5s b hears a control frame of a
2s b sends a control frame to a for 0.1s   # CTS
2.5s a hears a control frame of b
3s a sends p1 for 1s
4.4s b hears p1
4.4s b gets p1 after 4.1s
5s b sends a control frame to a for 0.1s   # ACK, after the 2 slots of the packet
5.5s a hears a control frame of b

who overhears is silent until the ACK
nodes a=0m b=600m c=1200m
mac control=100bit header=0bit max_delay=0.8s guard=0.1s
a sends 1000bit to b at 0.3s
c sends 1000bit to b at 1.95s
----
0.3s a is offered p1 to b
1s a sends a control frame to b for 0.1s
1.5s b hears a control frame of a
1.9s c hears a control frame of a          # silent until 3.9 s
1.95s c is offered p2 to b
2s b sends a control frame to a for 0.1s
2.5s a hears a control frame of b
2.5s c hears a control frame of b          # silent until 6 s: CTS, 2 slots of data, ACK
3s a sends p1 for 1s
4.4s b hears p1
4.4s b gets p1 after 4.1s
4.8s c hears p1                            # sent in slots 3 and 4: silent until 8 s, or b's ACK
5s b sends a control frame to a for 0.1s
5.5s a hears a control frame of b
5.5s c hears a control frame of b
6s c sends a control frame to b for 0.1s
6.5s b hears a control frame of c
6.9s a hears a control frame of c
7s b sends a control frame to c for 0.1s
7.5s a hears a control frame of b
7.5s c hears a control frame of b
8s c sends p2 for 1s
9.4s b hears p2
9.4s b gets p2 after 7.45s
9.8s a hears p2
10s b sends a control frame to c for 0.1s
10.5s a hears a control frame of b
10.5s c hears a control frame of b

two ask at once, and the one they ask hears neither
nodes a=0m b=600m c=1200m
mac control=100bit header=0bit max_delay=0.8s guard=0.1s retries=0
a sends 1000bit to b at 0.3s
c sends 1000bit to b at 0.3s
----
0.3s a is offered p1 to b
0.3s c is offered p2 to b
1s a sends a control frame to b for 0.1s
1s c sends a control frame to b for 0.1s
1.5s b loses a control frame of a: collision
1.5s b misses a control frame of c: collision
1.9s c hears a control frame of a          # it waits for its own CTS until 3 s
1.9s a hears a control frame of c
3s a drops p1: no-answer
3s c drops p2: no-answer

nobody answers from out of range
nodes a=0m b=3000m
range 1500m
mac control=100bit header=0bit max_delay=0.8s guard=0.1s retries=0
a sends 1000bit to b at 0.3s
----
0.3s a is offered p1 to b
1s a sends a control frame to b for 0.1s
1s b misses a control frame of a: out-of-range
3s a drops p1: no-answer

a packet to everybody goes without asking
nodes a=0m b=600m c=1200m
mac control=100bit header=0bit max_delay=0.8s guard=0.1s
a sends 1000bit to everybody at 0.3s
----
0.3s a is offered p1 to everybody
1s a sends p1 for 1s
2.4s b hears p1
2.4s b gets p1 after 2.1s
2.8s c hears p1
2.8s c gets p1 after 2.5s

a clock that is behind by less than half of the guard
# b's slots begin 0.04 s later. It hears the RTS from 1 s on, and by its clock from 0.96 s on: that is in the slot at 1 s.
nodes a=0m b=0m
clocks b=-0.04s
mac control=100bit header=0bit max_delay=0.8s guard=0.1s
a sends 1000bit to b at 0.3s
----
0.3s a is offered p1 to b
1s a sends a control frame to b for 0.1s
1.1s b hears a control frame of a
2.04s b sends a control frame to a for 0.1s
2.14s a hears a control frame of b
3s a sends p1 for 1s
4s b hears p1
4s b gets p1 after 3.7s
5.04s b sends a control frame to a for 0.1s
5.14s a hears a control frame of b

a packet that is too long is refused
nodes a=0m b=600m
mac size=999bit
a sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a refuses p1: too-long
