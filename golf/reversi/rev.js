const lines = require("fs").readFileSync(0, "latin1").split("\n")
if (lines[lines.length - 1] == "") lines.pop()
const b = Array(100).fill(3), names = ["", "Black", "White"]
for (let r = 1; r < 9; r++) b.fill(0, 10 * r + 1, 10 * r + 9)
b[44] = b[55] = 2; b[45] = b[54] = 1
let out = ""
const flips = (s, p) => b[s] ? [] : [-11, -10, -9, -1, 1, 9, 10, 11].flatMap(d => {
  const u = []
  let q = s + d
  for (; b[q] == 3 - p; q += d) u.push(q)
  return b[q] == p ? u : []
})
const can = p => b.some((_, s) => flips(s, p).length)
const count = p => b.filter(x => x == p).length
const show = h => {
  out += `${h} ${count(1)} : ${count(2)}\n  A B C D E F G H\n`
  for (let r = 1; r < 9; r++) out += [r, ...b.slice(10 * r + 1, 10 * r + 9).map(x => ".BW"[x])].join(" ") + "\n"
}
let p = 1, f, s, a
game: for (; can(p) || can(3 - p); p = 3 - p) {
  if (!can(p)) { out += names[p] + " Pass\n"; p = 3 - p }
  show(names[p])
  for (;;) {
    out += "> "
    a = lines.shift()
    if (a === undefined) break game
    if (/^[a-hA-H][1-8]$/.test(a)) {
      s = a[1] * 10 + a.toLowerCase().charCodeAt(0) - 96
      f = flips(s, p)
      if (f.length) { [...f, s].forEach(k => b[k] = p); break }
    }
    out += "invalid.\n"
  }
}
if (!can(1) && !can(2)) {
  show("End")
  out += count(1) > count(2) ? "Black Win!\n" : count(1) < count(2) ? "White Win!\n" : "Draw\n"
}
process.stdout.write(out)
