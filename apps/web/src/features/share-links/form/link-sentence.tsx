import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { endsOfTime, weekdayMoment } from '#i18n/moments.ts'
import { type LinkDraft, momentsOf } from './link-draft.ts'
import styles from './link-sentence.module.css'

/** The parts of the sentence that can be changed. */
export const SENTENCE_PARTS = ['who', 'devices', 'when'] as const
export type SentencePart = (typeof SENTENCE_PARTS)[number]

const isPart = (text: string): text is SentencePart => SENTENCE_PARTS.some((part) => part === text)

const LABELS = {
  who: 'linkForm.name',
  devices: 'linkForm.devices',
  when: 'linkForm.when',
} as const satisfies Record<SentencePart, string>

/**
 * A link as one sentence: who can use what until when. Each part is a button that expands its fields below the sentence. `shown`
 * are the expanded parts in the order of their fields.
 */
export function LinkSentence(props: {
  draft: LinkDraft
  /** The names of the chosen devices in one line; empty if none is chosen. */
  deviceNames: string
  shown: readonly SentencePart[]
  fields: Record<SentencePart, ReactNode>
  onToggle: (part: SentencePart) => void
}) {
  const { draft, shown, fields, onToggle } = props
  const { t } = useTranslation()
  const id = useId()
  const whenWords = useWhenWords(draft)
  const words: Record<SentencePart, string> = {
    who: draft.name.trim() === '' ? t('linkForm.say.anyone') : draft.name.trim(),
    devices: props.deviceNames === '' ? t('linkForm.say.noDevice') : props.deviceNames,
    when: whenWords,
  }
  return (
    <div className={styles.sentence}>
      <p className={styles.line}>
        {t('linkForm.sentence')
          // A mark behind a part stays on its line.
          .split(/<(\w+\/>[^\s<]*)/)
          .map((text) => {
            const [part = '', mark = ''] = text.split('/>')
            return isPart(part) ? (
              <span key={text} className={styles.part}>
                <button
                  type="button"
                  className={styles.word}
                  aria-label={`${t(LABELS[part])}: ${words[part]}`}
                  aria-expanded={shown.includes(part)}
                  aria-controls={shown.includes(part) ? `${id}${part}` : undefined}
                  onClick={() => onToggle(part)}
                >
                  {words[part]}
                </button>
                {mark !== '' && <span>{mark}</span>}
              </span>
            ) : (
              <span key={text}>{text}</span>
            )
          })}
      </p>
      {shown.map((part) => (
        <div key={part} id={`${id}${part}`} className={styles.fields}>
          {fields[part]}
        </div>
      ))}
    </div>
  )
}

function useWhenWords(draft: LinkDraft): string {
  const { t } = useTranslation()
  const tag = formatTag(currentLanguage())
  const now = pageNow()
  const { from, until } = momentsOf(draft, now)
  if (from === null || until === null) return t('linkForm.say.noTime')
  const when =
    from <= now
      ? t('linkForm.say.until', { when: weekdayMoment(until, tag, draft.timeZone) })
      : t('linkForm.say.span', endsOfTime(from, until, tag, draft.timeZone))
  return draft.multiUse ? when : t('linkForm.say.once', { when })
}
