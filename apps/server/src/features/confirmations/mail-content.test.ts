import { LANGUAGE_CODES, LANGUAGES } from '@senca/contract'
import type { LinkWindow } from '@senca/contract/links'
import { describe, expect, it } from 'vitest'
import { writeCredentialMail, writeLateDoorMail, writeMail, writeTransferMail } from './mail-content.ts'
import { MAIL_TOKENS } from './mail-layout.ts'
import { MAIL_TEXTS } from './mail-texts/index.ts'
import { writeRoleMail } from './role-mail.ts'

const PURPOSES = ['confirm', 'reset', 'add_password', 'delete'] as const
const publicUrl = 'https://home.example'
const to = 'anna@example.com'
const WINDOWS: LinkWindow[] = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '09:15', until: '12:30' }]

/** All texts, ordered by name. */
const textsOf = (texts: object): string[] =>
  Object.entries(texts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, text]: [string, unknown]) =>
      typeof text === 'object' && text !== null ? textsOf(text) : [String(text)],
    )

describe.each(LANGUAGE_CODES)('e-mails in %s', (language) => {
  it.each(PURPOSES)('that %s carry their link, escaped nowhere and loading nothing', (purpose) => {
    const token = 'T'.repeat(43)
    const { text, html, subject } = writeMail({ purpose, to, language, publicUrl, token })
    const [link] = /https:\S+/.exec(text) ?? []
    expect(link).toMatch(/^https:\/\/home\.example\/[a-z]+\?(token|request)=T{43}$/)
    expect(html).toContain(`href="${link}"`)
    expect(html).not.toMatch(/\bsrc=|url\(|<script|<link|@import/)
    expect(`${subject}${text}${html}`).not.toMatch(/\d{6}/)
  })

  it.each(PURPOSES)('that %s carry their code as the only run of six digits', (purpose) => {
    const { text, html, subject } = writeMail({ purpose, to, language, publicUrl, code: '012345' })
    for (const part of [text, html]) expect(part.match(/\d{6,}/g)).toEqual(['012345'])
    expect(subject).not.toMatch(/\d/)
    expect(`${text}${html}`).not.toContain('http')
  })
})

describe.each(LANGUAGE_CODES)('the e-mail of a transfer in %s', (language) => {
  const offer = { from: 'bor@example.com', devices: ['<b>Salon</b> & $1', 'Balkon'], publicUrl }

  it('carries its link, who gives and every name, none of which is code', () => {
    const token = 'T'.repeat(43)
    const { text, html } = writeTransferMail({ to, language }, { ...offer, token })
    expect(text).toContain(`${publicUrl}/transfer?token=${token}`)
    expect(html).toContain(`href="${publicUrl}/transfer?token=${token}"`)
    for (const notified of [offer.from, ...offer.devices]) expect(text).toContain(notified)
    expect(html).toContain('&lt;b&gt;Salon&lt;/b&gt; &amp; $1')
    expect(html).not.toContain('<b>')
    expect(text).not.toContain('{{')
  })
})

it.each(LANGUAGE_CODES)(
  'the e-mail of a late lock in %s says what happened and when it was asked for',
  (language) => {
    const news = {
      device: '<b>Vrata</b>',
      action: 'unlocked' as const,
      at: new Date('2026-06-21T10:05:30Z'),
      sentAt: new Date('2026-06-21T10:00:00Z'),
      timezone: 'Europe/Ljubljana',
    }
    const { text, html } = writeLateDoorMail({ to, language }, news)
    for (const part of ['<b>Vrata</b>', '05:30', '00:00']) expect(text).toContain(part)
    expect(html).not.toContain('<b>')
    expect(text).not.toContain('{{')
    const locked = writeLateDoorMail({ to, language }, { ...news, action: 'locked' })
    expect(locked.text).not.toBe(text)
  },
)

describe.each(LANGUAGE_CODES)('the e-mail of a role in %s', (language) => {
  const news = {
    owner: 'bor@example.com',
    role: '<b>Hiša</b> & $1',
    devices: ['Salon', 'Balkon'],
    permissions: ['view', 'command', 'maintain'],
    validAfter: new Date('2026-11-24T06:05:00Z'),
    validBefore: new Date('2026-11-26T17:40:00Z'),
    windows: WINDOWS,
    timezone: 'Europe/Ljubljana',
    ownTimezone: 'Europe/Ljubljana',
  } as const

  it.each(['given', 'changed', 'ended'] as const)(
    'that is %s says by whom and for which devices, and what is still shared by the clock of the reader',
    (change) => {
      const { subject, text, html } = writeRoleMail({ to, language }, { ...news, change })
      const { roles } = MAIL_TEXTS[language]
      expect(subject).toBe(roles.subjects[change])
      for (const notified of [news.owner, ...news.devices]) expect(text).toContain(notified)
      expect(text).not.toContain('{{')
      expect(html).not.toContain('<b>')
      const isShared = change !== 'ended'
      for (const permission of news.permissions)
        expect(text.includes(roles.permissions[permission])).toBe(isShared)
      for (const time of ['7:05', '18:40', `${roles.everyDay} 09:15–12:30`])
        expect(text.includes(time)).toBe(isShared)
    },
  )

  it('says by which clock only where that is another one than that of the reader’s home', () => {
    const [words = ''] = MAIL_TEXTS[language].roles.zone.split('{{zone}}')
    const isMentioned = (more: object) =>
      writeRoleMail({ to, language }, { ...news, ...more, change: 'given' }).text.includes(words)
    expect(isMentioned({})).toBe(false)
    expect(isMentioned({ ownTimezone: 'Europe/Lisbon' })).toBe(true)
    expect(isMentioned({ timezone: 'UTC', ownTimezone: null })).toBe(true)
    expect(isMentioned({ ownTimezone: null, validAfter: null, validBefore: null, windows: null })).toBe(false)
  })
})

describe.each(LANGUAGE_CODES)('the layout of an e-mail in %s', (language) => {
  const mails = [
    writeMail({ purpose: 'confirm', to, language, publicUrl, token: 'T'.repeat(43) }),
    writeMail({ purpose: 'reset', to, language, publicUrl, code: '012345' }),
    writeCredentialMail({ to, language }, { change: 'passkeyAdded', name: 'Key' }),
  ]

  it('is the same for all: one layout, with the name of the app once, above the heading', () => {
    for (const { html, subject } of mails) {
      expect(subject).toMatch(/^Senca: /)
      expect(html.match(/<h1/g)).toHaveLength(1)
      expect(html).toMatch(/>Senca<\/p>\n<h1[^>]*>(?!Senca)\p{Lu}/u)
      expect(html).toContain(`lang="${LANGUAGES[language].tag}"`)
    }
  })

  it('has the colors of the app and no others, light and dark', () => {
    const written = (color: string) => (color === '#101115' ? 'rgb(16,17,21)' : color)
    const known = new Set(Object.values(MAIL_TOKENS).flat().map(written))
    for (const { html } of mails) {
      const colors = html.match(/#[\da-f]{3,8}\b|rgb\([^)]*\)/g) ?? []
      expect(colors.filter((color) => !known.has(color))).toEqual([])
      expect(html).toContain('prefers-color-scheme:dark')
      expect(colors).toContain(written(MAIL_TOKENS.paper[1]))
    }
  })
})

it('dates in Bosnian e-mails are those of the app', () => {
  const { text } = writeRoleMail(
    { to, language: 'bs' },
    {
      change: 'given',
      owner: 'bor@example.com',
      role: 'Dom',
      devices: ['Salon'],
      permissions: ['view'],
      validAfter: new Date('2026-11-24T06:05:00Z'),
      validBefore: null,
      windows: WINDOWS,
      timezone: 'Europe/Ljubljana',
      ownTimezone: 'Europe/Ljubljana',
    },
  )
  expect(text).toContain('24. novembar 2026. u 07:05')
})

describe('the texts of e-mails', () => {
  const english = textsOf(MAIL_TEXTS.en)

  it.each(LANGUAGE_CODES.filter((code) => code !== 'en'))('repeat no English in %s', (language) => {
    const own = textsOf(MAIL_TEXTS[language])
    expect(own).toHaveLength(english.length)
    for (const [index, text] of own.entries()) {
      expect(text.trim()).not.toBe('')
      // A formula is the same in every language.
      if (text !== 'CO₂') expect(text).not.toBe(english[index])
    }
  })

  it('are the same in both scripts of Serbian, letter for letter', () => {
    expect(textsOf(MAIL_TEXTS.rs_latn).map(toCyrillic)).toEqual(textsOf(MAIL_TEXTS.rs_cyrl))
  })
})

const LATIN = 'a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š'.split(' ')
const CYRILLIC = 'а б в г д ђ е ж з и ј к л љ м н њ о п р с т ћ у ф х ц ч џ ш'.split(' ')

/** The product name, abbreviations and placeholders stay in Latin letters. */
const LATIN_WORDS = ['Senca', 'MQTT', 'CO₂']

function toCyrillic(text: string): string {
  const letterByLatin = new Map(LATIN.map((latin, index) => [latin, CYRILLIC[index] ?? '']))
  return text.replace(/Senca|MQTT|CO₂|\{\{\w+\}\}|lj|nj|dž|\p{L}/giu, (latin) => {
    if (LATIN_WORDS.includes(latin) || latin.startsWith('{{')) return latin
    const letter = letterByLatin.get(latin.toLowerCase()) ?? latin
    return latin === latin.toLowerCase() ? letter : letter.toUpperCase()
  })
}
