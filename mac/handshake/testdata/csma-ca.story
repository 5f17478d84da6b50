# CSMA/CA on a line. Sound goes at 1500 m/s, a modem sends 1000 bit/s.

an exchange
nodes a=0m b=600m
mac control=100bit ack_size=100bit header=0bit guard=0s max_delay=1s window=1
a sends 1000bit to b at 0.3s
----
0.3s a is offered p1 to b
0.3s a sends a control frame to b for 0.1s
0.8s b hears a control frame of a
0.8s b sends a control frame to a for 0.1s   # CTS
1.3s a hears a control frame of b
1.3s a sends p1 for 1s
2.7s b hears p1
2.7s b gets p1 after 2.4s
2.7s b sends a control frame to a for 0.1s   # ACK
3.2s a hears a control frame of b

the next packet after a back-off
nodes a=0m b=600m
mac control=100bit ack_size=100bit header=0bit guard=0s max_delay=1s window=1
a sends 1000bit to b at 0s
a sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends a control frame to b for 0.1s
0s a is offered p2 to b
0.5s b hears a control frame of a
0.5s b sends a control frame to a for 0.1s
1s a hears a control frame of b
1s a sends p1 for 1s
2.4s b hears p1
2.4s b gets p1 after 2.4s
2.4s b sends a control frame to a for 0.1s
2.9s a hears a control frame of b
3.9s a sends a control frame to b for 0.1s   # after an idle slot of 1 s, and the only number of a window of 1: 0
4.4s b hears a control frame of a
4.4s b sends a control frame to a for 0.1s
4.9s a hears a control frame of b
4.9s a sends p2 for 1s
6.3s b hears p2
6.3s b gets p2 after 6.3s
6.3s b sends a control frame to a for 0.1s
6.8s a hears a control frame of b

a packet below the threshold is not asked for
nodes a=0m b=600m
mac control=100bit ack_size=100bit header=0bit guard=0s max_delay=1s window=1 rts_threshold=1001bit
a sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends p1 for 1s
1.4s b hears p1
1.4s b gets p1 after 1.4s
1.4s b sends a control frame to a for 0.1s
1.9s a hears a control frame of b

without acknowledgement
nodes a=0m b=600m
mac control=100bit ack=false header=0bit guard=0s max_delay=1s window=1
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

a hidden station is silent after the CTS
nodes a=0m b=600m c=1200m
range 700m
mac control=100bit ack_size=100bit header=0bit guard=0s max_delay=0.4s window=1
a sends 1000bit to b at 0s
c sends 1000bit to b at 1s
----
0s a is offered p1 to b
0s a sends a control frame to b for 0.1s
0.5s b hears a control frame of a
0.5s b sends a control frame to a for 0.1s
1s a hears a control frame of b
1s c hears a control frame of b          # silent for 3 ways of 0.4 s, data and ACK: until 3.3 s, and for a slot of 0.4 s
1s c is offered p2 to b
1s a sends p1 for 1s
2.4s b hears p1
2.4s b gets p1 after 2.4s
2.4s b sends a control frame to a for 0.1s
2.9s a hears a control frame of b
2.9s c hears a control frame of b
3.7s c sends a control frame to b for 0.1s
4.2s b hears a control frame of c
4.2s b sends a control frame to c for 0.1s
4.7s a hears a control frame of b
4.7s c hears a control frame of b
4.7s c sends p2 for 1s
6.1s b hears p2
6.1s b gets p2 after 5.1s
6.1s b sends a control frame to c for 0.1s
6.6s a hears a control frame of b
6.6s c hears a control frame of b

an RTS in vain does not silence those who overhear it for long
nodes a=0m b=3000m c=300m d=600m
range 700m
mac control=100bit ack_size=100bit header=0bit guard=0s max_delay=0.4s window=1 retries=0
a sends 1000bit to b at 0s
c sends 1000bit to d at 0.5s
----
0s a is offered p1 to b
0s a sends a control frame to b for 0.1s
0s b misses a control frame of a: out-of-range
0.3s c hears a control frame of a   # silent for 2 ways of 0.4 s and the CTS: until 1.2 s; data would have come by then
0.5s d hears a control frame of a
0.5s c is offered p2 to d
1s a drops p1: no-answer
1.6s c sends a control frame to d for 0.1s
1.9s a hears a control frame of c
1.9s d hears a control frame of c
1.9s d sends a control frame to c for 0.1s
2.2s c hears a control frame of d
2.2s c sends p2 for 1s
2.4s a hears a control frame of d
3.4s a hears p2
3.4s d hears p2
3.4s d gets p2 after 2.9s
3.4s d sends a control frame to c for 0.1s
3.7s c hears a control frame of d
3.9s a hears a control frame of d

a carrier stops the count of the back-off
# c hears b until 1.2 s, and could send after an idle slot of 0.4 s if a, which does not hear b, did not send meanwhile.
nodes a=0m b=600m c=300m
range 400m
mac ack=false header=0bit guard=0s max_delay=0.4s window=1
b sends 1000bit to everybody at 0s
c sends 200bit to everybody at 1s
a sends 200bit to everybody at 1.3s
----
0s b is offered p1 to everybody
0s b sends p1 for 1s
1s c is offered p2 to everybody
1.2s c hears p1
1.2s c gets p1 after 1.2s
1.3s a is offered p3 to everybody
1.3s a sends p3 for 0.2s
1.7s c hears p3
1.7s c gets p3 after 0.4s
2.1s c sends p2 for 0.2s
2.5s a hears p2
2.5s a gets p2 after 1.5s
2.5s b hears p2
2.5s b gets p2 after 1.5s

after a collision a station waits for an answer that it may not hear
nodes a=0m b=600m c=1200m
mac control=100bit ack_size=100bit header=0bit guard=0s max_delay=0.8s window=1 retries=0
a sends 1000bit to b at 0s
c sends 1000bit to b at 0s
b sends 1000bit to a at 0.45s
----
0s a is offered p1 to b
0s a sends a control frame to b for 0.1s
0s c is offered p2 to b
0s c sends a control frame to b for 0.1s
0.45s b is offered p3 to a
0.5s b loses a control frame of a: collision   # silent for 2 ways of 0.8 s and 0.1 s: until 2.2 s, and for a slot of 0.8 s
0.5s b misses a control frame of c: collision
0.9s c hears a control frame of a
0.9s a hears a control frame of c
1.8s a drops p1: no-answer
1.8s c drops p2: no-answer
3s b sends a control frame to a for 0.1s
3.5s a hears a control frame of b
3.5s c hears a control frame of b
3.5s a sends a control frame to b for 0.1s
4s b hears a control frame of a
4s b sends p3 for 1s
4.4s c hears a control frame of a
5.4s a hears p3
5.4s a gets p3 after 4.95s
5.4s c hears p3
5.4s a sends a control frame to b for 0.1s
5.9s b hears a control frame of a
6.3s c hears a control frame of a

a packet to everybody goes without asking
nodes a=0m b=600m c=1200m
mac header=0bit guard=0s max_delay=0.8s window=1
a sends 1000bit to everybody at 0.3s
----
0.3s a is offered p1 to everybody
0.3s a sends p1 for 1s
1.7s b hears p1
1.7s b gets p1 after 1.4s
2.1s c hears p1
2.1s c gets p1 after 1.8s
