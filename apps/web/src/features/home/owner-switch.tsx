import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { ALL, MINE, ownerChoice } from './owner-choice.ts'
import styles from './owner-switch.module.css'

const STORAGE_KEY = 'senca.home.owner'

/** Shows what was chosen last; a browser that keeps no storage shows all. */
export function restoreOwner(): void {
  try {
    ownerChoice.setState({ shown: localStorage.getItem(STORAGE_KEY) ?? ALL })
  } catch {
    // All is shown already.
  }
}

function chooseOwner(shown: string): void {
  ownerChoice.setState({ shown })
  try {
    localStorage.setItem(STORAGE_KEY, shown)
  } catch {
    // The home is shown as chosen until the page is left.
  }
}

/** Whose devices are shown, where the home has those of several owners: one's own first. */
export function OwnerSwitch({ owners, isAll }: { owners: readonly string[]; isAll: boolean }) {
  const { t } = useTranslation()
  const others = owners.filter((owner) => owner !== MINE).sort()
  const ordered = owners.includes(MINE) ? [MINE, ...others] : others
  return (
    <div className={styles.switch}>
      <ChoiceChips
        label={t('people.whose')}
        value={isAll ? ALL : ownerChoice.getState().shown}
        options={[
          ...ordered.map((owner) => ({ value: owner, label: owner === MINE ? t('people.mine') : owner })),
          { value: ALL, label: t('people.all') },
        ]}
        onChange={chooseOwner}
      />
    </div>
  )
}
