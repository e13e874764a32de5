import type { Entity } from '@senca/contract/discovery'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/layout/icon.tsx'
import { problemsOf } from './entity-words.ts'
import styles from './found.module.css'

/** What entities cannot do, and why. The same problem of several is said once. */
export function Problems({ entities }: { entities: readonly Pick<Entity, 'limitations' | 'state'>[] }) {
  const { t } = useTranslation()
  const problems = new Map(
    entities
      .flatMap((entity) => problemsOf(entity, t))
      .map((problem) => [`${problem.text} ${problem.detail}`, problem]),
  )
  if (problems.size === 0) return null
  return (
    <ul className={styles.problems}>
      {[...problems].map(([key, { text, detail }]) => (
        <li key={key} className={styles.problem}>
          <Icon name="alert" size={18} />
          <span>
            <span>{text}</span>
            {detail !== null && (
              <code lang="en" translate="no">
                {detail}
              </code>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
