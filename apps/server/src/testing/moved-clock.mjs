// Loaded into a server before its own code: its clock is as far from that of the machine as a file says. Timers keep their length, as
// when somebody sets the clock of a machine. What the process has read is written beside the file, under its process id.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.env.CLOCK_OFFSET_FILE
const Machine = Date
let offsetMs = 0

const read = () => {
  const text = readFileSync(file, 'utf8')
  if (text === '') return
  offsetMs = Number(text)
  writeFileSync(`${file}.${process.pid}`, text)
}
const now = () => Machine.now() + offsetMs

globalThis.Date = new Proxy(Machine, {
  apply: () => new Machine(now()).toString(),
  construct: (target, values, made) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, made),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
read()
setInterval(read, 50).unref()
