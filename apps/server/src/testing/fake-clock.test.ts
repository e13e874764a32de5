import { expect, it } from 'vitest'
import { createFakeClock } from './fake-clock.ts'

it('runs due tasks in order, each at its own time', () => {
  const clock = createFakeClock(new Date(0))
  const ran: string[] = []
  const stamp = (name: string) => () => ran.push(`${name}@${clock.now().getTime()}`)
  clock.after(30, stamp('late'))
  clock.after(10, () => {
    stamp('early')()
    clock.after(5, stamp('nested'))
  })
  const stop = clock.every(12, stamp('tick'))
  clock.advance(30)
  stop()
  clock.after(1, stamp('cancelled'))()
  clock.advance(100)
  expect(ran).toEqual(['early@10', 'tick@12', 'nested@15', 'tick@24', 'late@30'])
  expect(clock.now().getTime()).toBe(130)
})

it('lets promises go on between the tasks', async () => {
  const clock = createFakeClock(new Date(0))
  const ran: number[] = []
  const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  void (async () => {
    await wait(10)
    ran.push(clock.now().getTime())
    await wait(10)
    ran.push(clock.now().getTime())
  })()
  await clock.advanceAsync(25)
  expect(ran).toEqual([10, 20])
})

it('runs a task that became due during sleep once, late', async () => {
  const clock = createFakeClock(new Date(0))
  const ran: string[] = []
  const stamp = (name: string) => () => ran.push(`${name}@${clock.now().getTime()}`)
  clock.after(20, stamp('late'))
  clock.after(10, () => {
    stamp('early')()
    clock.after(5, stamp('nested'))
  })
  clock.every(30, stamp('tick'))
  await clock.leap(100)
  expect(ran).toEqual(['early@100', 'late@100', 'tick@100'])
  clock.advance(30)
  expect(ran.slice(3)).toEqual(['nested@105', 'tick@130'])
})
