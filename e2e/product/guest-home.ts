import type { Browser, Page } from '@playwright/test'
import { GuestPage } from '../pages/guest.page.ts'
import { type Furniture, type Home, startHome } from './home.ts'
import { OwnerLinks } from './owner-links.ts'
import type { Server } from './server.ts'
import { textsIn } from './texts.ts'

export interface GuestHome extends Home {
  readonly links: OwnerLinks
  /** The id of a device by its name. */
  idOf(name: string): string
  /** Creates a link to the named devices that is valid for more than a day. Returns its token. */
  share(names: readonly string[], terms?: Record<string, unknown>): Promise<string>
  remove(token: string): Promise<unknown>
  english(page: Page): GuestPage
  /** Opens a page in a new browser context, as a person who was never here before. */
  visit(
    browser: Browser,
    locale: string,
    language: Parameters<typeof textsIn>[0],
  ): Promise<{ page: Page; t: ReturnType<typeof textsIn>; guest: GuestPage; close(): Promise<void> }>
}

/** Creates a home on a running server to share its devices, which are those of most test homes if none are given. */
export async function startGuestHome(server: Server, furniture?: readonly Furniture[]): Promise<GuestHome> {
  const home = await startHome(server, 1, [], furniture)
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
