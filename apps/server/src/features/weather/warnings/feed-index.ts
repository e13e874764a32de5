import { childrenOf, textOf, type XmlElement } from './xml-tree.ts'

/** A warning that an index lists. */
export interface IndexEntry {
  /** The URL of its message. */
  url: string
  /** A value that changes together with the message; null if the index has none. */
  version: string | null
}

/** The content of a feed: complete messages, and entries of an index. */
export interface FeedContent {
  alerts: XmlElement[]
  entries: IndexEntry[]
}

/** If there are more entries, the first ones are read, because indexes begin with the newest. */
const MAX_ENTRIES = 500
const MAX_URL_LENGTH = 1_000
const CAP_TYPE = 'application/cap+xml'

/**
 * A link of an index must lead to the same server, or by https to a sibling host (hub.example.org for feeds.example.org).
 * Otherwise an index could make us request addresses of our own network.
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

/**
 * Whether an entry cannot concern shades according to its index, so that it is not fetched. Updates are always fetched, because
 * they may end other messages.
 */
function isMinor(entry: XmlElement): boolean {
  const severity = textOf(entry, 'severity')
  const type = textOf(entry, 'msgType') ?? textOf(entry, 'message_type')
  return severity !== null && !/^(severe|extreme)$/i.test(severity) && type !== null && /^alert$/i.test(type)
}

/** The link of an Atom entry that is marked as a CAP message, or else the first one without a type. */
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

/** Parses the document of a feed: a message, or an index in Atom or RSS. Null if it is neither. */
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
