import { expect, it } from 'vitest'
import { createPinAttempts } from './pin-attempts.ts'

const pause = () => new Promise((resolve) => setImmediate(resolve))

/** Tasks that run until the test releases them, and the list of running ones. */
function createWorks() {
  const running: string[] = []
  const finish = new Map<string, () => void>()
  const work = (name: string) => async () => {
    running.push(name)
    await new Promise<void>((resolve) => finish.set(name, resolve))
    running.splice(running.indexOf(name), 1)
  }
  return { running, work, end: (name: string) => finish.get(name)?.() }
}

it('checks the PINs for one door one after the other, in order', async () => {
  const { running, work, end } = createWorks()
  const line = createPinAttempts()
  const all = ['1', '2', '3'].map((name) => line.check('home', 'door', work(name)))
  for (const name of ['1', '2', '3']) {
    await pause()
    expect(running).toEqual([name])
    end(name)
  }
  await Promise.all(all)
})

it('checks twenty doors of one account at once, and those of others beside them', async () => {
  const { running, work, end } = createWorks()
  const line = createPinAttempts()
  const doors = Array.from({ length: 25 }, (_, index) => `door ${index}`)
  const all = doors.map((door) => line.check('home', door, work(door)))
  const other = line.check('other home', 'their door', work('their door'))
  await pause()
  expect(running).toEqual([...doors.slice(0, 20), 'their door'])
  end('door 3')
  await pause()
  expect(running.at(-1)).toBe('door 20')
  for (const door of [...doors, 'their door', ...doors]) {
    end(door)
    await pause()
  }
  await Promise.all([...all, other])
  expect(running).toEqual([])
})

it('hashes only so many at once, whosever they are', async () => {
  const { running, work, end } = createWorks()
  const { hashing } = createPinAttempts({ hashesAtOnce: 1 })
  const all = [hashing(work('1')), hashing(work('2'))]
  await pause()
  expect(running).toEqual(['1'])
  end('1')
  await pause()
  end('2')
  await Promise.all(all)
})
