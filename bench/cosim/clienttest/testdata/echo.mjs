import { WebSocket } from "ws";
import { createInterface } from "node:readline";
console.log(typeof WebSocket, process.argv[2]);
createInterface({ input: process.stdin }).on("line", (line) => { console.log("you said " + line); process.exit(0); });
