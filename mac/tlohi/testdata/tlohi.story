# T-Lohi. Sound goes at 1500 m/s, a modem sends 1000 bit/s. With a tone of 0.1 s and a longest way of 0.8 s a round lasts 0.9 s, or
# 1.7 s where it is conservative. Who draws from how many rounds is left to chance, and is no part of these stories.

ST: alone, at the edges between rounds
nodes a=0m b=600m
mac tone=100ms max_delay=0.8s guard=0s header=0bit
a sends 1000bit to b at 0.3s
a sends 1000bit to b at 0.4s
----
0.3s a is offered p1 to b
0.4s a is offered p2 to b
0.9s a sends a tone
1.4s b hears a tone
1.8s a sends p1 for 1s
3.2s b hears p1
3.2s b gets p1 after 2.9s
3.6s a sends a tone
4.1s b hears a tone
4.5s a sends p2 for 1s
5.9s b hears p2
5.9s b gets p2 after 5.5s

ST: who comes later hears the tone, and waits until the data has passed
nodes a=0m b=600m c=1200m
mac tone=100ms max_delay=0.8s guard=0s header=0bit
a sends 1000bit to b at 0.3s
c sends 1000bit to b at 1.85s
----
0.3s a is offered p1 to b
0.9s a sends a tone
1.4s b hears a tone
1.8s c hears a tone
1.8s a sends p1 for 1s
1.85s c is offered p2 to b
3.2s b hears p1
3.2s b gets p1 after 2.9s
3.6s c hears p1
3.6s c sends a tone
4.1s b hears a tone
4.5s a hears a tone
4.5s c sends p2 for 1s
5.9s b hears p2
5.9s b gets p2 after 4.05s
6.3s a hears p2

ST: nearer than a tone they are deaf to each other
nodes a=0m b=75m c=600m
mac tone=100ms max_delay=0.8s guard=0s header=0bit
a sends 1000bit to c at 0.3s
b sends 1000bit to c at 0.3s
----
0.3s a is offered p1 to c
0.3s b is offered p2 to c
0.9s a sends a tone
0.9s b sends a tone
1.35s c hears a tone
1.4s c hears a tone
1.8s a sends p1 for 1s
1.8s b sends p2 for 1s
2.85s b misses p1: half-duplex
2.85s a misses p2: half-duplex
3.15s c loses p2: collision
3.2s c misses p1: collision

ST: a clock that is behind by less than the guard
nodes a=0m b=1200m
clocks b=-0.1s
mac tone=100ms max_delay=0.8s guard=100ms header=0bit
b sends 1000bit to a at 0.5s
a sends 1000bit to b at 2.5s
----
0.5s b is offered p1 to a
1.1s b sends a tone
2s a hears a tone
2.1s b sends p1 for 1s
2.5s a is offered p2 to b
3.9s a hears p1
3.9s a gets p1 after 3.4s
4s a sends a tone
4.9s b hears a tone
5s a sends p2 for 1s
6.8s b hears p2
6.8s b gets p2 after 4.3s

aUT: at once, and a round has the longest way once
nodes a=0m b=600m
mac kind=aggressive tone=100ms max_delay=0.8s guard=0s header=0bit recontend=0s
a sends 1000bit to b at 0.3s
a sends 1000bit to b at 0.3s
----
0.3s a is offered p1 to b
0.3s a is offered p2 to b
0.3s a sends a tone
0.8s b hears a tone
1.2s a sends p1 for 1s
2.6s b hears p1
2.6s b gets p1 after 2.3s
3s a sends a tone
3.5s b hears a tone
3.9s a sends p2 for 1s
5.3s b hears p2
5.3s b gets p2 after 5s

aUT: b is deaf to the tone that comes during its own, a hears that of b too late, and b gives way to the data
nodes a=0m b=900m
mac kind=aggressive tone=100ms max_delay=0.8s guard=0s header=0bit recontend=0s
a sends 1000bit to b at 0.3s
b sends 1000bit to a at 0.95s
----
0.3s a is offered p1 to b
0.3s a sends a tone
0.95s b is offered p2 to a
0.95s b sends a tone
1.2s a sends p1 for 1s
1.65s a hears a tone
2.8s b hears p1
2.8s b gets p1 after 2.5s
2.8s b sends a tone
3.5s a hears a tone
3.7s b sends p2 for 1s
5.3s a hears p2
5.3s a gets p2 after 4.35s

cUT: at once, and a round has the longest way twice
nodes a=0m b=1200m c=600m
mac kind=conservative tone=100ms max_delay=0.8s guard=0s header=0bit recontend=0s
a sends 1000bit to b at 0.3s
c sends 1000bit to b at 0.9s
----
0.3s a is offered p1 to b
0.3s a sends a tone
0.8s c hears a tone
0.9s c is offered p2 to b
1.2s b hears a tone
2s a sends p1 for 1s
3.4s c hears p1
3.4s c sends a tone
3.8s b hears p1
3.8s b gets p1 after 3.5s
3.9s a hears a tone
3.9s b hears a tone
5.1s c sends p2 for 1s
6.5s a hears p2
6.5s b hears p2
6.5s b gets p2 after 5.6s

cUT: hidden from each other, both send; c hears two tones that come at once, and keeps quiet
nodes a=0m b=900m c=450m
range 600m
mac kind=conservative tone=100ms max_delay=0.8s guard=0s header=0bit recontend=0s
a sends 1000bit to c at 0.3s
b sends 1000bit to c at 0.3s
c sends 1000bit to a at 0.8s
----
0.3s a is offered p1 to c
0.3s b is offered p2 to c
0.3s a sends a tone
0.3s b sends a tone
0.7s c hears a tone
0.7s c hears a tone
0.8s c is offered p3 to a
2s a sends p1 for 1s
2s b sends p2 for 1s
3.3s c loses p1: collision
3.3s c misses p2: collision
3.3s c sends a tone
3.7s a hears a tone
3.7s b hears a tone
5s c sends p3 for 1s
6.3s a hears p3
6.3s a gets p3 after 5.5s
6.3s b hears p3
