import type { Locator, Page } from '@playwright/test'

/** What has happened, of the home or of one device. */
export class ActivityPage {
  readonly page: Page
  readonly entries: Locator

  constructor(page: Page) {
    this.page = page
    this.entries = page.getByRole('region').getByRole('listitem')
  }

  /** The entries that say all of these words. */
  entry(...words: (string | RegExp)[]): Locator {
    return words.reduce<Locator>((entries, hasText) => entries.filter({ hasText }), this.entries)
  }

  filter(): Locator {
    return this.page.getByLabel('Device', { exact: true })
  }

  /** The text of the file that the page offers. */
  async download(): Promise<string> {
    const offered = this.page.waitForEvent('download')
    await this.page.getByRole('button', { name: 'Download as CSV' }).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await offered).createReadStream()) chunks.push(Buffer.from(chunk))
    return Buffer.concat(chunks).toString('utf8')
  }
}
