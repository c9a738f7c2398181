// A bot that checks or calls: BOT_KEY=eh-... node bot.mjs ws://localhost:8000/ws/bot/v1/ [code of a table]
// Node 22 or newer; with Node 20: node --experimental-websocket bot.mjs ...
// Put your own thoughts into `decide`.

const [address, wanted] = process.argv.slice(2);

// The state is all that your seat may know, its `legal` is what you may do.
function decide({ legal, you }) {
  if (legal.check) return { action: "check" };
  if (legal.call > 0 && legal.call <= you.stack / 4) return { action: "call" };
  return { action: "fold" };
}

function play() {
  const socket = new WebSocket(address);
  const say = (type, values = {}) => socket.send(JSON.stringify({ type, ...values }));

  const hear = {
    welcome({ tables }) {
      if (tables.length === 0) wanted ? say("join", { table: wanted }) : say("list");
    },
    tables({ tables }) {
      const free = tables.find((table) => table.taken < table.seats && !table.password);
      if (free) say("join", { table: free.table });
      else console.log("no free seat for a bot"), process.exit(1);
    },
    state({ table, version, you, legal, ...rest }) {
      if (you?.state === "away") say("back", { table }); // it was too slow, or its connection was lost
      if (legal) say("act", { table, version, ...decide({ legal, you, ...rest }) });
    },
    error: (message) => message.code === "stale" || console.log(message),
    left: (message) => console.log(message),
    bye(message) {
      console.log(message);
      if (["bad_key", "key_gone", "replaced"].includes(message.code)) process.exit(1);
    },
  };

  socket.addEventListener("open", () => say("hello", { key: process.env.BOT_KEY }));
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    hear[message.type]?.(message);
  });
  // A program that connects again is sent the state and goes on where it was.
  socket.addEventListener("close", () => setTimeout(play, 1000));
  socket.addEventListener("error", ({ message }) => console.log("lost:", message));
}

play();
