import { beforeEach, expect, it } from 'vitest'
import { repair } from './repair.ts'

let logins: Map<string, string>
let kept: Map<string, string>
let lines: string[]
beforeEach(() => {
  logins = new Map([
    ['known', 'its secret'],
    ['stranger', 'another'],
  ])
  kept = new Map([['known', 'its secret']])
  lines = []
})

async function* devices() {
  yield* ['known', 'lost-1', 'lost-2']
}

const run = (isReissue: boolean) =>
  repair({
    devices: devices(),
    logins: {
      async set(made) {
        for (const { id, secret } of made) logins.set(id, secret)
      },
      list: async () => [...logins.keys()],
    },
    isReissue,
    createSecret: () => 'made',
    async keepSecret(id, secret) {
      kept.set(id, secret)
    },
    write: (line) => void lines.push(line),
  })

it('lists logins that only one side has, and changes nothing', async () => {
  expect(await run(false)).toBe(false)
  expect(lines).toEqual([
    '1 devices have a login at the broker.',
    'lost-1: the broker has no login for it',
    'lost-2: the broker has no login for it',
    'stranger: a login at the broker that is no device of this database',
    'With -- --reissue they get new secrets, which must then be brought to the devices.',
  ])
  expect(kept).toEqual(new Map([['known', 'its secret']]))
})

it('creates new secrets, and keeps logins that both sides have', async () => {
  logins.delete('stranger')
  expect(await run(true)).toBe(true)
  expect(logins).toEqual(kept)
  expect(logins.get('known')).toBe('its secret')
  expect(lines.slice(-2)).toEqual(['{"id":"lost-1","secret":"made"}', '{"id":"lost-2","secret":"made"}'])
  expect(await run(false)).toBe(true)
})
