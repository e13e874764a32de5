import type { Locator, Page } from '@playwright/test'

/** The activity of the home or of one device. */
export class ActivityPage {
  readonly page: Page
  readonly entries: Locator

  constructor(page: Page) {
    this.page = page
    this.entries = page.getByRole('region').getByRole('listitem')
  }

  /** The entries that contain all of these texts. */
  entry(...words: (string | RegExp)[]): Locator {
    return words.reduce<Locator>((entries, hasText) => entries.filter({ hasText }), this.entries)
  }

  filter(): Locator {
    return this.page.getByLabel('Device', { exact: true })
  }

  /** The content of the file that the page offers for download. */
  async download(): Promise<string> {
    const offered = this.page.waitForEvent('download')
    await this.page.getByRole('button', { name: 'Download as CSV' }).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await offered).createReadStream()) chunks.push(Buffer.from(chunk))
    return Buffer.concat(chunks).toString('utf8')
  }
}
