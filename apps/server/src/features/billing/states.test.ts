import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SubscriptionStatus } from '@senca/contract/billing'
import { expect, it } from 'vitest'
import { REPOSITORY_ROOT } from '#platform/process/server-root.ts'
import { nextPurchase, type Purchase, statusOf } from './purchase.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-06-15T12:00:00Z')
const day = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS)

const PAID: Purchase = {
  provider: 'web',
  reference: 'one',
  plan: 'monthly',
  standing: 'paid',
  startedAt: day(-40),
  accessUntil: day(20),
  trialEndsAt: null,
  willRenew: true,
  endedFor: null,
}
const PENDING: Purchase = { ...PAID, standing: 'pending' }
const UNPAID: Purchase = { ...PAID, standing: 'unpaid' }
const CANCELED: Purchase = { ...PAID, willRenew: false }
const OVER: Purchase = { ...PAID, standing: 'ended', willRenew: false, accessUntil: day(-1) }
const REFUNDED: Purchase = { ...PAID, endedFor: 'refund' }

/** The stored state, the next reading from the shop, and the time since. Each entry is a line of the state diagram. */
const LINES: Readonly<Record<string, { before: Purchase | null; word: Purchase; later?: number }>> = {
  'none --> paid': { before: null, word: PAID },
  'none --> none': { before: null, word: PENDING },
  'paid --> paid': { before: PAID, word: { ...PAID, accessUntil: day(50) } },
  'paid --> unpaid': { before: PAID, word: UNPAID },
  'unpaid --> paid': { before: UNPAID, word: PAID },
  'paid --> canceled': { before: PAID, word: CANCELED },
  'unpaid --> canceled': { before: UNPAID, word: { ...UNPAID, willRenew: false } },
  'canceled --> paid': { before: CANCELED, word: PAID },
  'canceled --> expired': { before: CANCELED, word: CANCELED, later: 21 },
  'unpaid --> expired': { before: UNPAID, word: OVER },
  'paid --> expired': { before: PAID, word: REFUNDED },
  'expired --> paid': { before: OVER, word: { ...PAID, reference: 'two' } },
}

const drawn = (): string[] => {
  const text = readFileSync(join(REPOSITORY_ROOT, 'docs/operate/billing.md'), 'utf8')
  const drawing = /```mermaid\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  return [...drawing.matchAll(/^\s*(\w+ --> \w+):/gm)].map(([, line]) => line ?? '')
}

it('the diagram and the table of states have the same transitions', () => {
  expect(drawn().toSorted()).toEqual(Object.keys(LINES).toSorted())
})

it.each(Object.entries(LINES))('%s', (line, { before, word, later = 0 }) => {
  const [from, to] = line.split(' --> ')
  const status = (purchase: Purchase | null, at: Date): SubscriptionStatus =>
    purchase === null ? 'none' : statusOf(purchase, at)
  expect(status(before, NOW)).toBe(from)
  const isSame = before?.reference === word.reference
  expect(status(nextPurchase(isSame ? before : null, word), day(later))).toBe(to)
})

it('what was refunded has ended for good', () => {
  const ended = nextPurchase(PAID, REFUNDED)
  for (const word of [PAID, UNPAID, CANCELED, PENDING])
    expect(statusOf(nextPurchase(ended, word), NOW)).toBe('expired')
})
