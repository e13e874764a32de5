import { SaxesParser } from 'saxes'

/** An element with its children in their order; names without their prefix. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  /** All text directly in it, trimmed. */
  text: string
  children: XmlElement[]
}

/** A document that is not well-formed, has a document type, or is larger or deeper than any warning is. */
export class XmlError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'XmlError'
  }
}

const MAX_DEPTH = 30
const MAX_ELEMENTS = 200_000

const localNameOf = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads a well-formed XML document; rejects all others with `XmlError`. The five entities of XML itself are all that there are:
 * a document type, which could define more, is refused before anything of it is read.
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

/** The children of a name. */
export const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter((child) => child.name === name)

/** The text of the first child of a name; null where there is none, or none in it. */
export const textOf = (element: XmlElement, name: string): string | null =>
  childrenOf(element, name)[0]?.text || null

const DECLARED = /^(?:\ufeff)?<\?xml[^>]{0,200}\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/

/** The text of a document, by the encoding that it declares; UTF-8 where that is unknown. */
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
