import type { Browser, Page } from '@playwright/test'
import { GuestPage } from '../pages/guest.page.ts'
import { type Home, startHome } from './home.ts'
import { OwnerLinks } from './owner-links.ts'
import type { Server } from './server.ts'
import { textsIn } from './texts.ts'

export interface GuestHome extends Home {
  readonly links: OwnerLinks
  /** The id of a device by its name. */
  idOf(name: string): string
  /** Makes a link to devices by their names, good for a day and more; answers its token. */
  share(names: readonly string[], terms?: Record<string, unknown>): Promise<string>
  remove(token: string): Promise<unknown>
  /** The guest pages in English. */
  english(page: Page): GuestPage
  /** Somebody whose browser has never been here. */
  visit(
    browser: Browser,
    locale: string,
    language: Parameters<typeof textsIn>[0],
  ): Promise<{ page: Page; t: ReturnType<typeof textsIn>; guest: GuestPage; close(): Promise<void> }>
}

/** Makes a home in a running server, of which devices are shared. */
export async function startGuestHome(server: Server): Promise<GuestHome> {
  const home = await startHome(server)
  const { product, owner } = home
  const links = new OwnerLinks(owner)
  const idByName = new Map(Object.values(await owner.devices()).map(({ name, id }) => [name, id]))
  const idOf = (name: string): string => {
    const id = idByName.get(name)
    if (id === undefined) throw new Error(`no ${name} in this home`)
    return id
  }
  return {
    ...home,
    links,
    idOf,
    share: async (names, terms = {}) => (await links.make({ devices: names.map(idOf), ...terms })).token,
    remove: (token) => links.call('delete', { token }),
    english: (page) => new GuestPage(page, product.url, textsIn('en')),
    async visit(browser, locale, language) {
      const context = await browser.newContext({ locale })
      const page = await context.newPage()
      const t = textsIn(language)
      return { page, t, guest: new GuestPage(page, product.url, t), close: () => context.close() }
    },
  }
}
