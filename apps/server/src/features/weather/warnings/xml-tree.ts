import { SaxesParser } from 'saxes'

/** An element with its children in order; names have no prefix. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  /** The text directly in the element, trimmed. */
  text: string
  children: XmlElement[]
}

/** A document that is not well-formed, has a document type, or is larger or deeper than any warning. */
class XmlError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'XmlError'
  }
}

const MAX_DEPTH = 30
const MAX_ELEMENTS = 200_000

const localNameOf = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Parses a well-formed XML document; rejects all others with `XmlError`. Only the five predefined entities of XML exist, because
 * a document type, which could define more, is refused immediately.
 */
export function readXml(source: string): XmlElement {
  const parser = new SaxesParser({ xmlns: false, position: true })
  const open: XmlElement[] = []
  let root: XmlElement | null = null
  let count = 0
  parser.on('error', ({ message }) => {
    throw new XmlError(message)
  })
  parser.on('doctype', () => {
    throw new XmlError('a document type is not read')
  })
  parser.on('opentag', ({ name, attributes }) => {
    count += 1
    if (count > MAX_ELEMENTS || open.length >= MAX_DEPTH) throw new XmlError('too many elements')
    const element: XmlElement = { name: localNameOf(name), attributes, text: '', children: [] }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element !== undefined) element.text = element.text.trim()
  })
  parser.write(source).close()
  if (root === null) throw new XmlError('there is nothing')
  return root
}

/** The children with a name. */
export const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter((child) => child.name === name)

/** The text of the first child with a name; null if there is none or it is empty. */
export const textOf = (element: XmlElement, name: string): string | null =>
  childrenOf(element, name)[0]?.text || null

const DECLARED = /^(?:\ufeff)?<\?xml[^>]{0,200}\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/

/** Decodes a document with the encoding that it declares; UTF-8 if that is unknown. */
export function decodeXml(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 300)).toString('latin1')
  const isUtf16 = bytes[0] === 0xfe || bytes[0] === 0xff
  const declared = isUtf16 ? 'utf-16' : (DECLARED.exec(start)?.[1] ?? 'utf-8')
  try {
    return new TextDecoder(declared).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
