import type { CommandResult } from '@senca/contract'
import { expect, it } from 'vitest'
import { createDevicesApi } from './devices.api.ts'

const call = { askedAt: '2026-06-21T10:00:00.000Z', signal: new AbortController().signal }
const LOCKS = [
  { command: 'unlock', lockType: 'magnet' },
  { command: 'unlock', lockType: 'motor' },
] as const

const failed: CommandResult = {
  status: 'error',
  error: 'device_update_failed',
  error_description: '',
  device_ids: ['door'],
}
const done: CommandResult = { status: 'success', device_ids: ['door'] }

it.each<[string, CommandResult[], CommandResult[][]]>([
  ['what both did alike', [done], [[done], [done]]],
  ['what each did, in the order of the locks', [failed, done], [[failed], [done]]],
])(
  'all locks of a door are unlocked in one call, which answers %s [CM3] [CM4]',
  async (_, answer, results) => {
    const sent: unknown[] = []
    const api = createDevicesApi({
      async request(request) {
        sent.push(request.json)
        return request.answer.parse(answer)
      },
      forgetToken() {},
    })
    expect(await Promise.all(api.unlock('door', LOCKS, { ...call, proof: { pin: '1234' } }))).toEqual(results)
    expect(sent).toEqual([
      {
        commands: LOCKS.map((command) => ({ token: 'door', ...command })),
        wait: false,
        askedAt: call.askedAt,
        pin: '1234',
      },
    ])
  },
)
