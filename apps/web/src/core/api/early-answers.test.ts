import { afterEach, expect, it } from 'vitest'
import { withEarlyAnswers } from './early-answers.ts'

afterEach(() => {
  globalThis.sencaEarlyAnswers = undefined
})

const asked: string[] = []
const ask = withEarlyAnswers(async (input) => {
  asked.push(String(input))
  return new Response('asked')
})
const textOf = async (address: string, method?: string) => {
  asked.length = 0
  return (await ask(address, method === undefined ? {} : { method })).text()
}

it('takes an early answer once', async () => {
  const early = Promise.resolve(new Response('early'))
  globalThis.sencaEarlyAnswers = new Map([['GET /auth/list', early]])
  expect([await textOf('/auth/list'), asked]).toEqual(['early', []])
  expect([await textOf('/auth/list'), asked]).toEqual(['asked', ['/auth/list']])
})

it('takes no answer to another call', async () => {
  const early = Promise.resolve(new Response('early'))
  globalThis.sencaEarlyAnswers = new Map([['POST /auth/login', early]])
  expect(await textOf('/auth/login', 'GET')).toBe('asked')
  expect(await textOf('/auth/login', 'POST')).toBe('early')
})

it('asks where there was no early call', async () => {
  expect(await textOf('/auth/list')).toBe('asked')
})

it.each([
  ['was refused', () => Promise.resolve(new Response('no', { status: 401 }))],
  ['did not arrive', () => Promise.reject(new TypeError('network'))],
])('asks again where the early answer %s', async (_what, answer) => {
  globalThis.sencaEarlyAnswers = new Map([['GET /auth/list', answer()]])
  expect([await textOf('/auth/list'), asked]).toEqual(['asked', ['/auth/list']])
})
