import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './sentence.module.css'

/** A part of a sentence that can be changed: what it is, its words, and the fields that change it. */
export interface SentencePart {
  label: string
  words: string
  /** Nothing is chosen yet: the words ask for it. */
  isBlank?: boolean
  fields: ReactNode
}

/**
 * The expanded parts of a sentence, of which `first` are at the beginning. The part that was opened last stands first, directly below
 * the sentence; a part with an error is always expanded.
 */
export function useSentence<Name extends string>(
  names: readonly Name[],
  first: readonly Name[],
  hasError: (name: Name) => boolean,
) {
  const [unfolded, setUnfolded] = useState(first)
  const shown = [...unfolded, ...names.filter((name) => !unfolded.includes(name) && hasError(name))]
  return {
    shown,
    /** Expands exactly these parts. */
    show: setUnfolded,
    /** A part that was expanded because of an error stays expanded while the person corrects it. */
    keep: () => setUnfolded(shown),
    toggle: (name: Name) =>
      setUnfolded(shown.includes(name) ? unfolded.filter((one) => one !== name) : [name, ...unfolded]),
  }
}

/**
 * What a form makes as one sentence: `text` with a tag `<name/>` for each part. Each is a button that expands its fields below the
 * sentence and moves the focus there; `children` stand between the two.
 */
export function Sentence<Name extends string>(props: {
  text: string
  parts: Record<Name, SentencePart>
  sentence: Pick<ReturnType<typeof useSentence<Name>>, 'shown' | 'toggle'>
  children?: ReactNode
}) {
  const { text, parts } = props
  const { shown, toggle } = props.sentence
  const id = useId()
  const opened = useRef<Name | null>(null)
  const press = (name: Name) => {
    opened.current = name
    toggle(name)
  }
  const isName = (name: string): name is Name => Object.hasOwn(parts, name)

  useEffect(() => {
    if (opened.current === null || !shown.includes(opened.current)) return
    document.getElementById(`${id}${opened.current}`)?.focus({ preventScroll: true })
    opened.current = null
  }, [shown, id])

  // A mark behind a part stays on its line.
  const pieces = text.split(/<(\w+\/>[^\s<]*)/)
  return (
    <div className={styles.sentence}>
      <p className={styles.line}>
        {pieces.map((piece, index) => {
          const [name = '', mark = ''] = piece.split('/>')
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece has nothing but its place
          if (!isName(name)) return piece !== '' && <span key={index}>{piece}</span>
          const { label, words, isBlank = false } = parts[name]
          const isShown = shown.includes(name)
          return (
            <span key={name} className={styles.part}>
              {/* A button is a box that no line can be broken out of. */}
              {/* biome-ignore lint/a11y/useSemanticElements: the words flow with the sentence */}
              <span
                id={`${id}${name}-word`}
                role="button"
                tabIndex={0}
                className={styles.word}
                data-blank={isBlank}
                aria-label={`${label}: ${words}`}
                aria-expanded={isShown}
                aria-controls={isShown ? `${id}${name}` : undefined}
                onClick={() => press(name)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' && event.key !== ' ') return
                  event.preventDefault()
                  press(name)
                }}
              >
                {words}
              </span>
              {/* A question has its own mark. */}
              {mark !== '' && !(mark === '.' && isBlank) && <span>{mark}</span>}
            </span>
          )
        })}
      </p>
      {props.children}
      {shown.map((name) => (
        <section
          key={name}
          id={`${id}${name}`}
          className={styles.fields}
          aria-labelledby={`${id}${name}-word`}
          tabIndex={-1}
        >
          {parts[name].fields}
        </section>
      ))}
    </div>
  )
}
