# Steps a run to its end, 20 ms at a time: python3 steps.py plain|pauses|twice|loses|stalls
import json, os, random, socket, sys, time
how, rnd = sys.argv[1], random.Random(7)
line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
line.connect(("127.0.0.1", int(os.environ["HALOCLINE_PORT"])))
line.settimeout(0.02 if how == "loses" else 10)
seq, ended = 0, False
while not ended:
    seq += 1
    order = json.dumps({"seq": seq, "to_ns": seq * 20_000_000}).encode()
    if how == "pauses" and rnd.random() < 0.02:
        time.sleep(rnd.random() * 0.05)
    if how == "stalls" and seq in (100, 200, 300):
        time.sleep(1)
    lost = [how == "loses" and rnd.random() < 0.1 for _ in range(2)]  # on its way there, and the answer
    while True:
        if not lost[0]:
            line.send(order)
            if how == "twice":
                line.send(order)
        try:
            answer = json.loads(line.recv(65536))
            if answer["seq"] == seq and not lost[1]:
                break
        except TimeoutError:
            pass
        lost = [False, False]
    if answer.get("error"):
        sys.exit(answer["error"])
    ended = answer["ended"]
