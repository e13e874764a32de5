import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextPurchase, type Purchase } from './purchase.ts'

const DAY_MS = 86_400_000
const BEGIN = new Date('2026-01-01T00:00:00Z').getTime()
const MONTHS = 12

/** A year of a subscription at its shop: what the shop would report after each event. */
type ShopEvent = 'renewed' | 'failed' | 'recovered' | 'canceled' | 'resumed' | 'ended'
const EVENTS: readonly ShopEvent[] = ['renewed', 'failed', 'recovered', 'canceled', 'resumed', 'ended']
const PROVIDERS = ['web', 'google_play', 'apple'] as const

function after(before: Purchase, event: ShopEvent): Purchase {
  const month = new Date(before.accessUntil.getTime() + 30 * DAY_MS)
  switch (event) {
    case 'renewed':
    case 'recovered':
      return before.standing === 'ended' ? before : { ...before, standing: 'paid', accessUntil: month }
    case 'failed':
      return before.standing === 'ended' ? before : { ...before, standing: 'unpaid' }
    case 'canceled':
      return { ...before, willRenew: false }
    case 'resumed':
      return before.standing === 'ended' ? before : { ...before, willRenew: true }
    case 'ended':
      return { ...before, standing: 'ended', willRenew: false }
  }
}

const yearOf = (provider: (typeof PROVIDERS)[number], events: readonly ShopEvent[]): Purchase[] => {
  const first: Purchase = {
    provider,
    reference: 'one',
    plan: 'monthly',
    standing: 'paid',
    startedAt: new Date(BEGIN),
    accessUntil: new Date(BEGIN + 30 * DAY_MS),
    trialEndsAt: null,
    willRenew: true,
    endedFor: null,
  }
  const words = [first]
  for (const event of events) words.push(after(words.at(-1) ?? first, event))
  return words
}

/** Each event causes a read of the current state at the shop; the latest reading is stored. */
function settled(words: readonly Purchase[], reads: readonly number[], isReturned: boolean): Purchase | null {
  let kept: Purchase | null = null
  let keptAt = 0
  for (const readAt of reads) {
    const word = words[Math.min(readAt, words.length - 1)]
    if (word === undefined || readAt < keptAt) continue
    const notified =
      isReturned && readAt >= words.length - 1 ? { ...word, endedFor: 'refund' as const } : word
    kept = nextPurchase(kept, notified)
    keptAt = readAt
  }
  return kept
}

describe('the events of a year', () => {
  it.each(PROVIDERS)(
    'of %s end alike in any order, twice, late or lost, once the shop is asked last [SB1]',
    (provider) => {
      fc.assert(
        fc.property(
          fc.array(fc.constantFrom(...EVENTS), { minLength: MONTHS, maxLength: 3 * MONTHS }),
          fc.array(fc.nat({ max: 3 * MONTHS }), { maxLength: 80 }),
          fc.boolean(),
          (events, order, isReturned) => {
            const words = yearOf(provider, events)
            const last = words.length - 1
            const inOrder = settled(
              words,
              words.map((_, index) => index),
              isReturned,
            )
            // Some events never arrive and others arrive twice; the reconciliation reads at the end.
            expect(settled(words, [...order.map((at) => Math.min(at, last)), last], isReturned)).toEqual(
              inOrder,
            )
          },
        ),
        { numRuns: 1_000 },
      )
    },
  )
})
