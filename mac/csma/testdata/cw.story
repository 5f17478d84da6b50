# CW-MAC. 1500 m are 1 s, 1000 bit are 1 s, a slot is 0.2 s.

an idle channel is used at once, of a busy one the end is waited for
water 0
protocol cw-mac cw=10 slot=0.2 queue=1
stations a=0 b=1 c=2
b draws 3 of 10
a sends 1000 to c at 0s
b sends 1000 to c at 0.5s
----
0s a sends p1
1s c gets p1
1.6s b sends p2                 # 1 + 3 0.2
2.6s c gets p2

the time stands still while another sends
water 0
protocol cw-mac cw=10 slot=0.2 queue=1
stations a=0 b=1 c=2 d=3
b draws 5 of 10
d draws 2 of 10
a sends 1000 to c at 0s
b sends 1000 to c at 0.5s
d sends 1000 to c at 0.6s
----
0s a sends p1
1s c gets p1
1.4s d sends p3                 # 1 + 2 0.2; b has 3 slots left
2.4s c gets p3
3s b sends p2                   # 2.4 + 3 0.2
4s c gets p2

what is left of a slot is kept
water 0
protocol cw-mac cw=10 slot=0.2 queue=1
stations a=0 b=1 c=2 d=3
b draws 5 of 10
a sends 1000 to c at 0s
b sends 1000 to c at 0.5s
d sends 1000 to c at 1.25s      # the channel is idle
----
0s a sends p1
1s c gets p1
1.25s d sends p3                # b has 0.75 s left
2.25s c gets p3
3s b sends p2
4s c gets p2

a station's own frame is a busy channel
water 0
protocol cw-mac cw=10 slot=0.2 queue=1
stations a=0 c=1
a draws 4 of 10
a sends 1000 to c at 0s
a sends 1000 to c at 0.2s
a sends 1000 to c at 0.4s       # one packet waits already
a sends 1000 to c at 5s         # an idle channel
----
0s a sends p1
0.4s a refuses p3: queue-full
1s c gets p1
1.8s a sends p2                 # 1 + 4 0.2
2.8s c gets p2
5s a sends p4
6s c gets p4

no slots at all
water 0
protocol cw-mac cw=10 slot=0.2 queue=1
stations a=0 b=1 c=2
b draws 0 of 10
a sends 1000 to c at 0s
b sends 1000 to c at 0.5s
----
0s a sends p1
1s b sends p2
1s c gets p1
2s c gets p2

the same number at two stations
water 0
protocol cw-mac cw=10 slot=0.2 queue=1
stations a=0 b=1 c=2 d=3
b draws 3 of 10
d draws 3 of 10
a sends 1000 to c at 0s
b sends 1000 to c at 0.5s
d sends 1000 to c at 0.6s
----
0s a sends p1
1s c gets p1
1.6s b sends p2
1.6s d sends p3
2.6s c loses p2: collision
2.6s c loses p3: collision

the time is up as another frame arrives
protocol cw-mac cw=10 slot=0.2 queue=1
stations e=-1500 c=-750 a=0 b=3000
b draws 5 of 10
a sends 1000 to c at 0s         # [2, 3) at b, reaches e at 1
e sends 1000 to c at 1s         # [1.5, 2.5) at c, reaches b at 4
b sends 1000 to c at 2.5s       # due at 3 + 5 0.2
----
0s a sends p1
1s e sends p2
1.5s c gets p1
2.5s c gets p2
4s b sends p3                   # [6.5, 7.5) at c
7.5s c gets p3

a nanosecond later it would not be
protocol cw-mac cw=10 slot=0.2 queue=1
stations a=0 c=750 b=1500
b draws 5 of 10
a sends 1000 to c at 0s
b sends 1000 to c at 1.5s
a sends 1000 to c at 1.999999999s   # reaches b at 2.999999999
----
0s a sends p1
1.5s c gets p1
1.999999999s a sends p3
3.499999999s c gets p3
4s b sends p2                   # 3.999999999 + 0.000000001
5.5s c gets p2

what has waited too long is not sent, and the station is ready for the next
water 0
protocol cw-mac cw=10 slot=0.2 queue=1 ttl=1
stations a=0 b=1 c=2
b draws 3 of 10
a sends 1000 to c at 0s
b sends 1000 to c at 0.5s       # its turn is at 1 + 3 0.2, when it is 1.1 s old
b sends 1000 to c at 3s
----
0s a sends p1
1s c gets p1
1.6s b drops p2: expired
3s b sends p3
4s c gets p3

who begins at the same instant is not heard
water 0
protocol cw-mac cw=10 slot=0.2
stations a=0 b=1 c=2
a sends 1000 to c at 1s
b sends 1000 to c at 1s late
----
1s a sends p1
1s b sends p2
2s c loses p1: collision
2s c loses p2: collision
