import { childrenOf, textOf, type XmlElement } from './xml-tree.ts'

/** A warning that an index lists. */
export interface IndexEntry {
  /** Where its message is. */
  url: string
  /** What changes when the message does; null where the index does not say. */
  version: string | null
}

/** What was found at the address of a feed: messages as they are, and those that an index lists. */
export interface FeedContent {
  alerts: XmlElement[]
  entries: IndexEntry[]
}

/** Of more than so many the first are read: indexes begin with the newest. */
const MAX_ENTRIES = 500
const MAX_URL_LENGTH = 1_000
const CAP_TYPE = 'application/cap+xml'

/**
 * A link of an index leads to the server of the index, or to one beside it (hub.example.org of feeds.example.org) by https: an index
 * must not send us to addresses of our own network.
 */
function urlOf(link: string | null, feed: URL): string | null {
  if (link === null || link.length > MAX_URL_LENGTH || !URL.canParse(link, feed.href)) return null
  const url = new URL(link, feed)
  if (url.username !== '' || url.password !== '') return null
  url.hash = ''
  if (url.origin === feed.origin) return url.href
  const parentOf = ({ hostname }: URL) =>
    /[^\d.]/.test(hostname) ? hostname.split('.').slice(1).join('.') : ''
  const isBeside = parentOf(feed).includes('.') && parentOf(url) === parentOf(feed)
  return isBeside && url.protocol === 'https:' && url.port === '' ? url.href : null
}

/** Many indexes tell of each message what it is about: what cannot concern shades is not fetched. Updates may end others. */
function isMinor(entry: XmlElement): boolean {
  const severity = textOf(entry, 'severity')
  const type = textOf(entry, 'msgType') ?? textOf(entry, 'message_type')
  return severity !== null && !/^(severe|extreme)$/i.test(severity) && type !== null && /^alert$/i.test(type)
}

/** Of several links of an Atom entry the one that says that it leads to a message, else the first that says nothing of its kind. */
function atomLinkOf(entry: XmlElement): string | null {
  const links = childrenOf(entry, 'link').map(({ attributes }) => attributes)
  const known = links.find(({ type }) => type === CAP_TYPE)
  const plain = links.find(
    ({ type, rel }) => (type === undefined || /xml/.test(type)) && (rel === undefined || rel === 'alternate'),
  )
  const id = textOf(entry, 'id')
  return (known ?? plain)?.href ?? (id !== null && /^https?:/.test(id) ? id : null)
}

function rssLinkOf(item: XmlElement): string | null {
  const enclosure = childrenOf(item, 'enclosure').find(({ attributes }) => attributes.type === CAP_TYPE)
  return enclosure?.attributes.url ?? textOf(item, 'link')
}

/** Reads what stands at the address of a feed: a message, or an index in Atom or RSS. Null where it is neither. */
export function readFeed(root: XmlElement, feed: URL): FeedContent | null {
  if (root.name === 'alert') return { alerts: [root], entries: [] }
  const [channel] = root.name === 'rss' || root.name === 'RDF' ? childrenOf(root, 'channel') : []
  const isAtom = root.name === 'feed'
  if (!isAtom && channel === undefined) return null
  const listed = isAtom
    ? childrenOf(root, 'entry')
    : [...(channel === undefined ? [] : childrenOf(channel, 'item')), ...childrenOf(root, 'item')]
  const content: FeedContent = { alerts: [], entries: [] }
  const seen = new Set<string>()
  for (const entry of listed.slice(0, MAX_ENTRIES)) {
    const [alert] = childrenOf(entry, 'content').flatMap((inner) => childrenOf(inner, 'alert'))
    if (alert !== undefined) content.alerts.push(alert)
    const url = urlOf(isAtom ? atomLinkOf(entry) : rssLinkOf(entry), feed)
    if (alert !== undefined || url === null || seen.has(url) || isMinor(entry)) continue
    seen.add(url)
    const version = isAtom ? textOf(entry, 'updated') : textOf(entry, 'pubDate')
    content.entries.push({ url, version: version === null ? null : version.slice(0, 100) })
  }
  return content
}
