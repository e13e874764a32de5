import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Outcome } from './account.ts'
import { createLedger } from './ledger.ts'

const answered = (status: number): Outcome => ({ kind: 'answered', status, body: {}, tookMs: 1 })
const LOST: Outcome = { kind: 'unanswered', why: 'ECONNRESET' }

function setUp() {
  const path = join(mkdtempSync(join(tmpdir(), 'senca-ledger-')), 'ledger.jsonl')
  const ledger = createLedger(path)
  ledger.know('name', 'old')
  const write = (value: string, outcome: Outcome) => ledger.write('name', value, async () => outcome)
  const lossesOf = (found: string) => {
    ledger.judge('name', found)
    return ledger.drainLosses().map(({ possible }) => possible)
  }
  return { path, write, lossesOf }
}

describe('the ledger', () => {
  test.each<[string, Outcome, string, string[][]]>([
    ['an acknowledged write that is there', answered(200), 'new', []],
    ['an acknowledged write that is lost', answered(200), 'old', [['new']]],
    ['a refused write that was not done', answered(409), 'old', []],
    ['a refused write that was done', answered(409), 'new', [['old']]],
    ['a write without an answer that was done', LOST, 'new', []],
    ['a write without an answer that was not done', LOST, 'old', []],
    ['a broken answer whose write was done', answered(500), 'new', []],
    ['what nobody wrote', LOST, 'other', [['old', 'new']]],
  ])('judges %s', async (_name, outcome, found, losses) => {
    const { write, lossesOf } = setUp()
    await write('new', outcome)
    expect(lossesOf(found)).toEqual(losses)
  })

  test('a write of unknown outcome is settled by the state that is found', async () => {
    const { write, lossesOf } = setUp()
    await write('new', LOST)
    expect(lossesOf('new')).toEqual([])
    expect(lossesOf('old')).toEqual([['new']])
  })

  test('notes a write before it is sent', async () => {
    const { path, write } = setUp()
    await write('new', answered(200))
    const notes = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).is)
    expect(notes).toEqual(['known', 'sent', 'done'])
  })
})
