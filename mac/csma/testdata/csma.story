# CSMA without collision detection. 1500 m are 1 s, 1000 bit are 1 s.

what is not heard yet is no reason to wait
protocol csma persistence=1-persistent
stations a=0 c=750 b=1500
a sends 1000 to c at 0s         # [0.5, 1.5) at c, reaches b at 1
b sends 1000 to c at 0.9s       # [1.4, 2.4) at c
----
0s a sends p1
0.9s b sends p2
1.5s c loses p1: collision
2.4s c loses p2: collision

what arrives at this instant is not heard yet
protocol csma persistence=1-persistent
stations a=0 c=750 b=1500
a sends 1000 to c at 0s         # [0.5, 1.5) at c
b sends 1000 to c at 1s         # [1.5, 2.5) at c
----
0s a sends p1
1s b sends p2
1.5s c gets p1
2.5s c gets p2

a nanosecond later it is
protocol csma persistence=1-persistent
stations a=0 c=750 b=1500
a sends 1000 to c at 0s
b sends 1000 to c at 1.000000001s
----
0s a sends p1
1.5s c gets p1
2s b sends p2                   # a's has passed
3.5s c gets p2

1-persistent: all who wait send at the end, and collide
water 0
protocol csma persistence=1-persistent
stations a=0 b=1 c=2 d=3
a sends 1000 to c at 0s
b sends 1000 to c at 0.3s
d sends 1000 to c at 0.5s
----
0s a sends p1
1s b sends p2
1s c gets p1
1s d sends p3
2s c loses p2: collision
2s c loses p3: collision

1-persistent: a station goes on with its own at once
water 0
protocol csma persistence=1-persistent
stations a=0 c=1
a sends 1000 to c at 0s
a sends 1000 to c at 0.5s
----
0s a sends p1
1s a sends p2
1s c gets p1
2s c gets p2

non-persistent with one look only: what finds the channel busy is dropped
water 0
protocol csma persistence=non-persistent attempts=1 defer=true
stations a=0 b=1 c=2
a sends 1000 to c at 0s
b sends 1000 to c at 0.3s
a sends 1000 to c at 0.5s       # waits for its own frame, which counts as one
b sends 1000 to c at 1s         # just over
----
0s a sends p1
0.3s b drops p2: channel-busy
1s a drops p3: channel-busy
1s b sends p4
1s c gets p1
2s c gets p4

non-persistent: a station looks again when its own frame ends
water 0
protocol csma persistence=non-persistent
stations a=0 b=1 c=2
a sends 1000 to c at 0s
a sends 1000 to c at 0.3s
a sends 1000 to c at 0.5s
----
0s a sends p1
1s a sends p2
1s c gets p1
2s a sends p3
2s c gets p2
3s c gets p3

non-persistent: the looks are counted afresh for each packet that is sent
water 0
protocol csma persistence=non-persistent attempts=2 backoff=10
stations a=0 b=1 c=2
b draws 4 of 10, 4 of 10        # waits of 4 to 5 s
a sends 1000 to c at 0s
b sends 1000 to c at 0.5s       # looks again after 4.5, when the channel is idle
a sends 1000 to c at 20s
b sends 1000 to c at 20.5s      # the same
tell counts
----
a has sent 2 times and dropped 0
b has sent 2 times and dropped 0

non-persistent: and for each that is dropped
water 0
protocol csma persistence=non-persistent attempts=2 backoff=10
stations a=0 b=1 c=2
b draws 4 of 10, 9 of 10
a sends 10000 to c at 0s        # until 10
b sends 1000 to c at 0.5s       # looks again before 5.5, in vain
b sends 1000 to c at 0.6s       # looks then, and after 13.5
tell counts
----
a has sent 1 times and dropped 0
b has sent 1 times and dropped 1

p-persistent: a slot lasts a nanosecond longer than the longest way, if nothing is said
protocol csma persistence=p-persistent p=0.5
stations a=0 b=1500
a draws 7 of 10, 2 of 10
a sends 1000 to b at 0s
----
1.000000001s a sends p1
3.000000001s b gets p1

p-persistent: and a bit at least
water 0
protocol csma persistence=p-persistent p=0.5
stations a=0 b=1500
a draws 7 of 10, 2 of 10
a sends 1000 to b at 0s
----
0.001s a sends p1
1.001s b gets p1

p-persistent: a draw per idle slot
water 0
protocol csma persistence=p-persistent p=0.5 slot=0.2
stations a=0 b=1 c=2 d=3
a draws 0 of 2                  # sends
b draws 1 of 2, 0 of 2          # waits, sends
d draws 1 of 2, 1 of 2, 0 of 2  # waits, waits, sends
a sends 1000 to c at 0s
b sends 1000 to c at 0.3s
d sends 1000 to c at 0.5s
----
0s a sends p1
1s c gets p1                    # b and d draw at 1, and again at 1.2
1.2s b sends p2                 # d looks at 1.4, hears b, and waits
2.2s c gets p2
2.2s d sends p3
3.2s c gets p3

a full queue
water 0
protocol csma persistence=1-persistent queue=1
stations a=0 c=1
a sends 1000 to c at 0s
a sends 1000 to c at 0.2s
a sends 1000 to c at 0.4s
----
0s a sends p1
0.4s a refuses p3: queue-full
1s a sends p2
1s c gets p1
2s c gets p2

what has waited too long is not sent, and the station is ready for the next
water 0
protocol csma persistence=1-persistent ttl=0.5
stations a=0 b=1 c=2 d=3
a sends 1000 to c at 0s
b sends 1000 to c at 0.4s       # 0.6 s old when a's has ended
d sends 1000 to c at 0.5s       # just as old as it may be
b sends 1000 to c at 3s
----
0s a sends p1
1s b drops p2: expired
1s c gets p1
1s d sends p3
2s c gets p3
3s b sends p4
4s c gets p4
