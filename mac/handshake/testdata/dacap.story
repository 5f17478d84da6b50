# DACAP on a line. Sound goes at 1500 m/s, a modem sends 1000 bit/s, RTS, CTS and ACK take 0.1 s and a warning 0.05 s.

the wait is what is left of the least handshake where the two are near
# U = 0.2 s, T = t_min = 1 s, margin 0.5 s: T_w = max(1 - 0.4, 2 0.7 - 1) = 0.6 s after the CTS.
nodes a=0m b=300m
mac control=100bit ack_size=100bit header=0bit guard=0s window=1 max_delay=1s min_handshake=1s margin=0.5s
a sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends a control frame to b for 0.1s
0.3s b hears a control frame of a
0.3s b sends a control frame to a for 0.1s
0.6s a hears a control frame of b
1.2s a sends p1 for 1s
2.4s b hears p1
2.4s b gets p1 after 2.4s
2.4s b sends a control frame to a for 0.1s
2.7s a hears a control frame of b

the wait is what warnings need where they are farther apart
# U = 0.4 s: T_w = max(1 - 0.8, 2 0.9 - 1) = 0.8 s.
nodes a=0m b=600m
mac control=100bit ack_size=100bit header=0bit guard=0s window=1 max_delay=1s min_handshake=1s margin=0.5s
a sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends a control frame to b for 0.1s
0.5s b hears a control frame of a
0.5s b sends a control frame to a for 0.1s
1s a hears a control frame of b
1.8s a sends p1 for 1s
3.2s b hears p1
3.2s b gets p1 after 3.2s
3.2s b sends a control frame to a for 0.1s
3.7s a hears a control frame of b

nobody disturbs from farther than the longest way
# U = 0.8 s: T_w = max(1 - 1.6, 2 1 - 1) = 1 s.
nodes a=0m b=1200m
mac control=100bit ack_size=100bit header=0bit guard=0s window=1 max_delay=1s min_handshake=1s margin=0.5s
a sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends a control frame to b for 0.1s
0.9s b hears a control frame of a
0.9s b sends a control frame to a for 0.1s
1.8s a hears a control frame of b
2.8s a sends p1 for 1s
4.6s b hears p1
4.6s b gets p1 after 4.6s
4.6s b sends a control frame to a for 0.1s
5.5s a hears a control frame of b

the default handshake takes the longest way there and back
# U = 0.2 s: T_w = 2 - 0.4 = 1.6 s.
nodes a=0m b=300m
mac control=100bit ack=false header=0bit guard=0s window=1 max_delay=1s
a sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends a control frame to b for 0.1s
0.3s b hears a control frame of a
0.3s b sends a control frame to a for 0.1s
0.6s a hears a control frame of b
2.2s a sends p1 for 1s
3.4s b hears p1
3.4s b gets p1 after 3.4s

one that overhears an RTS while it serves warns, and the other one defers
# Both pairs are 0.2 s apart, and b and c 0.4 s. c does not hear a, and asks d before it hears the CTS of b, for which it defers.
nodes a=0m b=300m c=900m d=1200m
range 650m
mac control=100bit ack=false header=0bit guard=0s window=1 max_delay=0.4s warning=50bit retries=0
a sends 1000bit to b at 0s
c sends 1000bit to d at 0.1s
----
0s a is offered p1 to b
0s a sends a control frame to b for 0.1s
0.1s c is offered p2 to d
0.1s c sends a control frame to d for 0.1s
0.3s b hears a control frame of a
0.3s b sends a control frame to a for 0.1s
0.4s d hears a control frame of c
0.4s d sends a control frame to c for 0.1s
0.6s b hears a control frame of c
0.6s b sends a control frame to a for 0.05s
0.6s a hears a control frame of b
0.7s c hears a control frame of d
0.8s c hears a control frame of b
0.8s c drops p2: no-answer
0.85s a hears a control frame of b
0.85s a drops p1: no-answer
1.05s c hears a control frame of b

one that overhears an RTS while it waits to send defers
# a hears the CTS of b at 0.6 s, and would send at 1 s. The exchange of c could last until 0.85 + 3 0.4 + 0.1 + 1 s; a asks again after it.
nodes a=0m b=300m c=-600m d=-900m
range 650m
mac control=100bit ack=false header=0bit guard=0s window=1 max_window=1 max_delay=0.4s warning=50bit retries=1
a sends 1000bit to b at 0s
c sends 1000bit to d at 0.35s
----
0s a is offered p1 to b
0s a sends a control frame to b for 0.1s
0.3s b hears a control frame of a
0.3s b sends a control frame to a for 0.1s
0.35s c is offered p2 to d
0.35s c sends a control frame to d for 0.1s
0.5s c misses a control frame of a: half-duplex
0.6s a hears a control frame of b
0.65s d hears a control frame of c
0.65s d sends a control frame to c for 0.1s
0.85s a hears a control frame of c
0.95s c hears a control frame of d
1.35s c sends p2 for 1s
2.55s d hears p2
2.55s d gets p2 after 2.2s
2.75s a hears p2
3.15s a sends a control frame to b for 0.1s
3.45s b hears a control frame of a
3.45s b sends a control frame to a for 0.1s
3.65s c hears a control frame of a
3.75s a hears a control frame of b
4.15s a sends p1 for 1s
5.35s b hears p1
5.35s b gets p1 after 5.35s
5.55s c hears p1

one that rests is silent after an RTS until the exchange could be over
# That of a could be over 3 ways of 0.4 s, a CTS and data after c hears it: at 2.8 s.
nodes a=0m b=300m c=-600m
range 650m
mac control=100bit ack=false header=0bit guard=0s window=1 max_delay=0.4s
a sends 1000bit to b at 0s
c sends 1000bit to a at 0.6s
----
0s a is offered p1 to b
0s a sends a control frame to b for 0.1s
0.3s b hears a control frame of a
0.3s b sends a control frame to a for 0.1s
0.5s c hears a control frame of a
0.6s a hears a control frame of b
0.6s c is offered p2 to a
1s a sends p1 for 1s
2.2s b hears p1
2.2s b gets p1 after 2.2s
2.4s c hears p1
2.8s c sends a control frame to a for 0.1s
3.3s a hears a control frame of c
3.3s a sends a control frame to c for 0.1s
3.6s b hears a control frame of a
3.8s c hears a control frame of a
3.8s c sends p2 for 1s
5.2s a hears p2
5.2s a gets p2 after 4.6s

a packet to everybody goes without asking
nodes a=0m b=600m
mac header=0bit guard=0s window=1
a sends 1000bit to everybody at 0.3s
----
0.3s a is offered p1 to everybody
0.3s a sends p1 for 1s
1.7s b hears p1
1.7s b gets p1 after 1.4s
