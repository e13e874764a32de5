import type { CommandResult } from '@senca/contract'
import { describe, expect, it, vi } from 'vitest'
import { gatherCalls } from './gathered-calls.ts'

interface Move {
  token: string
  position: number
}

const success = (...device_ids: string[]): CommandResult => ({ status: 'success', device_ids })
const refused: CommandResult = {
  status: 'error',
  error: 'device_offline',
  error_description: '',
  device_ids: ['b'],
}

const allAccept = async (commands: readonly Move[]) => [success(...commands.map(({ token }) => token))]

describe('commands of one turn', () => {
  it('leave in one request, and each caller is answered with its own result', async () => {
    const send = vi.fn(async () => [success('a', 'c'), refused])
    const move = gatherCalls<Move>(send)
    const answers = await Promise.all(['a', 'b', 'c'].map((token) => move({ token, position: 1 })))
    expect(send).toHaveBeenCalledExactlyOnceWith([
      { token: 'a', position: 1 },
      { token: 'b', position: 1 },
      { token: 'c', position: 1 },
    ])
    expect(answers).toEqual([[success('a')], [refused], [success('c')]])
  })

  it('go apart where both are for one device', async () => {
    const send = vi.fn(allAccept)
    const move = gatherCalls<Move>(send)
    await Promise.all([move({ token: 'a', position: 1 }), move({ token: 'a', position: 0 })])
    expect(send.mock.calls).toEqual([[[{ token: 'a', position: 1 }]], [[{ token: 'a', position: 0 }]]])
  })

  it('are at most a hundred in one request', async () => {
    const send = vi.fn(allAccept)
    const move = gatherCalls<Move>(send)
    await Promise.all(Array.from({ length: 101 }, (_, index) => move({ token: String(index), position: 1 })))
    expect(send.mock.calls.map(([commands]) => commands.length)).toEqual([100, 1])
  })

  it('all fail where the request fails, and those of the next turn go on', async () => {
    const send = vi.fn(allAccept).mockRejectedValueOnce(new Error('no line'))
    const move = gatherCalls<Move>(send)
    const asked = ['a', 'b'].map((token) => move({ token, position: 1 }))
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await move({ token: 'a', position: 1 })).toEqual([success('a')])
  })
})
