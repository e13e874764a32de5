import { deviceInfoMapSchema, deviceListSchema, profileSchema } from '@senca/contract'
import { type TransferOffer, transferOfferSchema, transfersSchema } from '@senca/contract/people'
import { vi } from 'vitest'
import { askDevice } from '../device-calls.ts'
import { type TestMailServer, tokenIn } from '../doubles/test-mail-server.ts'
import type { TestApp } from '../test-app.ts'
import type { Answer, TestClient } from '../test-client.ts'
import { createConfirmedClient } from './link-home.ts'
import { moveIn } from './test-home.ts'

export interface Person {
  client: TestClient
  email: string
}

/** A person with a confirmed account. */
export async function confirmedPerson(app: Pick<TestApp, 'url' | 'database'>): Promise<Person> {
  const client = await createConfirmedClient(app)
  const profile = await client.ok(client.call('GET', '/auth/account/whoami'))
  return { client, email: profileSchema.parse(profile).email }
}

/** Two people, and a device of the first one. */
export async function twoHomes(
  app: TestApp,
  ...args: Parameters<typeof moveIn> extends [unknown, unknown, ...infer Rest] ? Rest : never
) {
  const giver = await confirmedPerson(app)
  const receiver = await confirmedPerson(app)
  return { giver, receiver, ...(await moveIn(app, giver.client, ...args)) }
}

export const offerTo = (
  { client }: Person,
  token: string,
  email: string,
  more: object = {},
): Promise<Answer> => askDevice(client, 'transfer', { token, email, ...more })

/** The e-mails about transfers to a person, after this number has arrived. */
export const transferMails = (mailServer: TestMailServer, { email }: Pick<Person, 'email'>, count: number) =>
  vi.waitFor(
    () => {
      const mails = mailServer.received.filter(
        ({ envelope, mail }) => envelope.to.includes(email) && mail.text?.includes('/transfer?token='),
      )
      if (mails.length < count) throw new Error(`${mails.length} mails have come`)
      return mails
    },
    { timeout: 120_000 },
  )

/** The token of the newest of this number of e-mails. */
export async function newestToken(mailServer: TestMailServer, person: Pick<Person, 'email'>, count: number) {
  const mail = (await transferMails(mailServer, person, count)).at(-1)
  if (mail === undefined) throw new Error('no mail')
  return tokenIn(mail)
}

/** Offers a device and returns the token of its e-mail. */
export async function mailedOffer(
  mailServer: TestMailServer,
  giver: Person,
  receiver: Pick<Person, 'email'>,
  deviceId: string,
): Promise<string> {
  const before = await transferMails(mailServer, receiver, 0)
  await giver.client.ok(offerTo(giver, deviceId, receiver.email))
  return newestToken(mailServer, receiver, before.length + 1)
}

export const accept = ({ client }: Person, token: string, more: object = {}): Promise<Answer> =>
  askDevice(client, 'transfer/accept', { token, ...more })

export const accepted = async (person: Person, token: string, more: object = {}) =>
  deviceInfoMapSchema.parse(await person.client.ok(accept(person, token, more)))

export const cancel = ({ client }: Person, token: string): Promise<Answer> =>
  askDevice(client, 'transfer/cancel', { token })

export const offered = async ({ client }: Person, token: string): Promise<TransferOffer> =>
  transferOfferSchema.parse(await client.ok(askDevice(client, 'transfer/info', { token })))

export const transfersOf = async ({ client }: Person) =>
  transfersSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/device/transfer/list')))

/** Returns token → name of all devices of a person. */
export const devicesOf = async ({ client }: Person): Promise<Record<string, string>> =>
  deviceListSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/device/list?index=token')))
