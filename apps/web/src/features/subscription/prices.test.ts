import { describe, expect, it } from 'vitest'
import { priceText, savingOf } from './prices.ts'

const plan = (name: 'monthly' | 'yearly', amount: number, currency = 'EUR') => ({
  plan: name,
  amount,
  currency,
  trialDays: 30,
})

describe('prices', () => {
  it.each([
    [299, 'EUR', 'de', '2,99 €'],
    [299, 'USD', 'en', '$2.99'],
    [500, 'JPY', 'en', '¥500'],
  ])('%i of %s reads in %s as %s', (amount, currency, tag, text) => {
    expect(priceText(amount, currency, tag).replace(/\s/g, ' ')).toBe(text)
  })

  it.each([
    ['a sixth', [plan('monthly', 299), plan('yearly', 2_990)], 16],
    ['nothing', [plan('monthly', 100), plan('yearly', 1_200)], null],
    ['nothing that can be compared', [plan('monthly', 299), plan('yearly', 100, 'USD')], null],
    ['nothing where there is one plan', [plan('yearly', 100)], null],
  ])('a year saves %s', (_name, plans, saved) => {
    expect(savingOf(plans)).toBe(saved)
  })
})
