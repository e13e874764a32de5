// Loaded into a server before its own code: its clock is as far from that of the machine as a file says. Timers keep their length, as
// when somebody sets the clock of a machine. All processes of a machine have one clock, so the file is read whenever the time is asked
// for, at most once a millisecond or two. What the process has read is written beside the file, under its process id.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.env.CLOCK_OFFSET_FILE
const Machine = Date
const READ_EVERY_MS = 2
let offsetMs = 0
let known = ''
let readAt = 0

const read = () => {
  readAt = performance.now()
  const text = readFileSync(file, 'utf8')
  if (text === known) return
  known = text
  offsetMs = Number(text)
  writeFileSync(`${file}.${process.pid}`, text)
}
const now = () => {
  if (performance.now() - readAt >= READ_EVERY_MS) read()
  return Machine.now() + offsetMs
}

globalThis.Date = new Proxy(Machine, {
  apply: () => new Machine(now()).toString(),
  construct: (target, values, made) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, made),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
read()
setInterval(read, 50).unref()
