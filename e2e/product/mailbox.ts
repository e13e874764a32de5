import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** The e-mails in the outbox folder. */
export class Mailbox {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'outbox')
  }

  /** All e-mails to an address, oldest first. */
  async to(address: string): Promise<Email[]> {
    let files: string[]
    try {
      files = readdirSync(this.#folder).filter((file) => file.endsWith('.eml'))
    } catch {
      return []
    }
    const mails = await Promise.all(
      files.sort().map((file) => PostalMime.parse(readFileSync(join(this.#folder, file)))),
    )
    return mails.filter((mail) => mail.to?.some((to) => 'address' in to && to.address === address))
  }

  /** Waits until an address has `count` e-mails and returns the newest. */
  async newest(address: string, count: number): Promise<Email> {
    const until = Date.now() + 15_000
    while (Date.now() < until) {
      const mails = await this.to(address)
      const newest = mails.at(-1)
      if (mails.length >= count && newest !== undefined) return newest
      await new Promise((done) => setTimeout(done, 100))
    }
    throw new Error(`no mail number ${count} to ${address}`)
  }
}

/** The link to a page of the product in the text of an e-mail. */
export function linkIn(mail: Email, page: string): string {
  const link = [...(mail.text ?? '').matchAll(/https?:\/\/\S+/g)]
    .map(([url]) => url)
    .find((url) => url.includes(page))
  if (link === undefined) throw new Error(`no link to ${page} in: ${mail.text}`)
  return link
}
