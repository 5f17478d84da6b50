"""The hold model of an event queue in SimPy: each pending event is the time-out of a
process that waits again. Prints one line of JSON.

    hold.py PENDING HOLDS
"""

import itertools
import json
import os
import random
import sys
import time

import simpy


def job(env, first, gap):
    yield env.timeout(first)
    while True:
        yield env.timeout(next(gap))


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main():
    pending, holds = int(sys.argv[1]), int(sys.argv[2])
    draw = random.Random(1).expovariate
    gaps = itertools.cycle([draw(1.0) for _ in range(1 << 14)])
    before = resident()
    env = simpy.Environment()
    for _ in range(pending):
        env.process(job(env, draw(1.0), gaps))
    for _ in range(2 * pending):  # the beginning of each process, and one hold of each
        env.step()
    bytes_each = (resident() - before) / pending
    begun = time.process_time()
    for _ in range(holds):
        env.step()
    json.dump({"loop_s": time.process_time() - begun, "bytes": bytes_each}, sys.stdout)
    print()


main()
