# MACA-U on a line. Sound goes at 1500 m/s, a modem sends 1000 bit/s, and RTS and CTS take 0.1 s.

an exchange
nodes a=0m b=600m
mac control=100bit header=0bit guard=0s window=1
a sends 1000bit to b at 0.3s
----
0.3s a is offered p1 to b
0.3s a sends a control frame to b for 0.1s
0.8s b hears a control frame of a
0.8s b sends a control frame to a for 0.1s
1.3s a hears a control frame of b
1.3s a sends p1 for 1s
2.7s b hears p1
2.7s b gets p1 after 2.4s

with acknowledgement
nodes a=0m b=600m
mac control=100bit ack=true ack_size=100bit header=0bit guard=0s window=1
a sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends a control frame to b for 0.1s
0.5s b hears a control frame of a
0.5s b sends a control frame to a for 0.1s
1s a hears a control frame of b
1s a sends p1 for 1s
2.4s b hears p1
2.4s b gets p1 after 2.4s
2.4s b sends a control frame to a for 0.1s
2.9s a hears a control frame of b

after an RTS of others a station is silent until the CTS has come
nodes a=0m b=3000m c=600m d=900m
range 1000m
mac control=100bit header=0bit guard=0s max_delay=0.6s window=1 retries=0
a sends 1000bit to b at 0s
c sends 1000bit to d at 0.6s
----
0s a is offered p1 to b
0s a sends a control frame to b for 0.1s
0s b misses a control frame of a: out-of-range
0.5s c hears a control frame of a   # silent for two ways of 0.6 s and the CTS: until 1.8 s
0.6s c is offered p2 to d
0.7s d hears a control frame of a
1.4s a drops p1: no-answer
1.8s c sends a control frame to d for 0.1s
2.1s d hears a control frame of c
2.1s d sends a control frame to c for 0.1s
2.3s a hears a control frame of c
2.4s c hears a control frame of d
2.4s c sends p2 for 1s
2.8s a hears a control frame of d
3.6s d hears p2
3.6s d gets p2 after 3s
3.8s a hears p2

after a CTS of others a station is silent until the data has come
nodes a=0m b=600m c=1200m d=1500m
range 700m
mac control=100bit header=0bit guard=0s max_delay=0.4s window=1
a sends 1000bit to b at 0s
c sends 500bit to d at 1.05s
----
0s a is offered p1 to b
0s a sends a control frame to b for 0.1s
0.5s b hears a control frame of a
0.5s b sends a control frame to a for 0.1s
1s a hears a control frame of b
1s c hears a control frame of b   # silent for two ways of 0.4 s and data of 1 s: until 2.8 s
1s a sends p1 for 1s
1.05s c is offered p2 to d
2.4s b hears p1
2.4s b gets p1 after 2.4s
2.8s c sends a control frame to d for 0.1s
3.1s d hears a control frame of c
3.1s d sends a control frame to c for 0.1s
3.3s b hears a control frame of c
3.4s c hears a control frame of d
3.4s c sends p2 for 0.5s
4.1s d hears p2
4.1s d gets p2 after 3.05s
4.3s b hears p2

who has asked goes on waiting after an RTS of others
# a and d ask at once. b hears only a, c only d; a hears the RTS of d, which it disregards.
nodes b=0m a=300m d=600m c=900m
range 400m
mac control=100bit header=0bit guard=0s window=1 retries=0
a sends 1000bit to b at 0s
d sends 1000bit to c at 0s
----
0s a is offered p1 to b
0s d is offered p2 to c
0s a sends a control frame to b for 0.1s
0s d sends a control frame to c for 0.1s
0.3s b hears a control frame of a
0.3s d hears a control frame of a
0.3s a hears a control frame of d
0.3s c hears a control frame of d
0.3s b sends a control frame to a for 0.1s
0.3s c sends a control frame to d for 0.1s
0.6s a hears a control frame of b
0.6s d hears a control frame of c
0.6s a sends p1 for 1s
0.6s d sends p2 for 1s
1.8s b hears p1
1.8s b gets p1 after 1.8s
1.8s d misses p1: half-duplex
1.8s a misses p2: half-duplex
1.8s c hears p2
1.8s c gets p2 after 1.8s

who has asked gives up after a CTS of others
# c asks b, which waits for the data of a by then and does not answer. c hears the CTS for a at 1 s, and is silent for two ways of
# 0.4 s and data of 1 s. Its back-off is 0 slots, the only number of its window.
nodes a=0m b=600m c=1200m
range 700m
mac control=100bit header=0bit guard=0s window=1 max_window=1 retries=3
a sends 1000bit to b at 0s
c sends 500bit to b at 0.3s
----
0s a is offered p1 to b
0s a sends a control frame to b for 0.1s
0.3s c is offered p2 to b
0.3s c sends a control frame to b for 0.1s
0.5s b hears a control frame of a
0.5s b sends a control frame to a for 0.1s
0.8s b hears a control frame of c
1s a hears a control frame of b
1s c hears a control frame of b
1s a sends p1 for 1s
2.4s b hears p1
2.4s b gets p1 after 2.4s
2.8s c sends a control frame to b for 0.1s
3.3s b hears a control frame of c
3.3s b sends a control frame to c for 0.1s
3.8s a hears a control frame of b
3.8s c hears a control frame of b
3.8s c sends p2 for 0.5s
4.7s b hears p2
4.7s b gets p2 after 4.4s

a packet to everybody goes without asking
nodes a=0m b=600m
mac header=0bit guard=0s window=1
a sends 1000bit to everybody at 0.3s
----
0.3s a is offered p1 to everybody
0.3s a sends p1 for 1s
1.7s b hears p1
1.7s b gets p1 after 1.4s
