import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApiClient } from '#core/api/api-client.ts'
import { ApiFailure } from '#core/api/failures.ts'
import { createEmailedLinksApi } from '#features/account-model/emailed-links.api.ts'
import { confirmQuery, exchangeQuery } from './exchange.queries.ts'

const REFUSED = { error: 'confirmation_invalid', error_description: 'The link is unknown.' }

function setUp(answers: readonly (() => Response)[]) {
  const calls: { address: string; body: string }[] = []
  const fetch = async (address: string | URL | Request, init?: RequestInit) => {
    calls.push({ address: String(address), body: String(init?.body) })
    const answer = answers[Math.min(calls.length, answers.length) - 1]
    if (answer === undefined) throw new Error('There is no answer')
    return answer()
  }
  const onSignedOut = vi.fn()
  const api = createApiClient({ authServer: '/auth', fetch, clock: { now: () => 0 }, onSignedOut })
  return { links: createEmailedLinksApi(api), calls, client: new QueryClient() }
}

const answered =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status })
const silent = () => {
  throw new TypeError('fetch failed')
}

describe('spec §4, Link flows: the exchange of a token', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    ['a refusal', answered(REFUSED, 410)],
    ['silence', silent],
  ])('is retried 3 times after %s, and then fails', async (_name, answer) => {
    const { links, calls, client } = setUp([answer])
    const failure = client.fetchQuery(exchangeQuery(links, 'reset', 'a-token')).catch((raised) => raised)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failure).toBeInstanceOf(Error)
    expect(calls.length).toBe(4)
  })

  it('is not retried for an account that is confirmed already', async () => {
    const confirmed = { error: 'account_already_confirmed', error_description: 'It is confirmed.' }
    const { links, calls, client } = setUp([answered(confirmed, 409)])
    const failure = client.fetchQuery(exchangeQuery(links, 'confirm', 'a-token')).catch((raised) => raised)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failure).toMatchObject({ error: 'account_already_confirmed' })
    expect(calls.length).toBe(1)
  })

  it('goes on with the first answer that is one', async () => {
    const { links, calls, client } = setUp([silent, answered(REFUSED, 410), answered({ state: 's1' })])
    const state = client.fetchQuery(exchangeQuery(links, 'delete', 'a-token'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await state).toBe('s1')
    expect(calls.map(({ address, body }) => `${address} ${body}`)).toEqual(
      Array(3).fill('/auth/account/delete token=a-token'),
    )
  })

  it('is cached without expiry, with no refetch on window focus', async () => {
    const { links, calls, client } = setUp([answered({ state: 's1' })])
    client.mount()
    const options = exchangeQuery(links, 'reset', 'a-token')
    const leave = new QueryObserver(client, options).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    leave()
    await vi.advanceTimersByTimeAsync(30 * 24 * 3_600_000)
    const again = new QueryObserver(client, options)
    again.subscribe(() => {})
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(again.getCurrentResult().data).toBe('s1')
    expect(calls.length).toBe(1)
    client.unmount()
    focusManager.setFocused(undefined)
  })

  it('another token starts another exchange', async () => {
    const { links, calls, client } = setUp([answered({ state: 's1' }), answered({ state: 's2' })])
    expect(await client.fetchQuery(exchangeQuery(links, 'reset', 'one'))).toBe('s1')
    expect(await client.fetchQuery(exchangeQuery(links, 'reset', 'two'))).toBe('s2')
    expect(calls.length).toBe(2)
  })
})

it('a link confirms its account once, however often its page is drawn', async () => {
  const { links, calls, client } = setUp([answered({})])
  const options = confirmQuery(links, 'a/token', 's1')
  expect(await client.fetchQuery(options)).toBe(true)
  expect(await client.fetchQuery(options)).toBe(true)
  expect(calls).toEqual([{ address: '/auth/account/a%2Ftoken/confirm', body: 'state=s1' }])
})

it('a refused confirmation is not tried again', async () => {
  const { links, calls, client } = setUp([answered(REFUSED, 410)])
  await expect(client.fetchQuery(confirmQuery(links, 'a', 's'))).rejects.toBeInstanceOf(ApiFailure)
  expect(calls.length).toBe(1)
})

it('mails are asked for with their kind and language', async () => {
  const { links, calls } = setUp([answered({})])
  await links.sendReset('ana+x@senca.test', 'rs_cyrl')
  await links.sendDelete('de')
  expect(calls.map(({ address }) => address)).toEqual([
    '/auth/account/resetpassword?email=ana%2Bx%40senca.test&confirmtype=link&lang=rs_cyrl',
    '/auth/account/delete?confirmtype=link&lang=de',
  ])
  await links.sendDelete('de', 'code')
  expect(calls.at(-1)?.address).toBe('/auth/account/delete?confirmtype=code&lang=de')
})
