import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { Field } from '#ui/forms/field.tsx'
import { RadioList } from '#ui/forms/radio-list.tsx'
import { findTowns, loadTowns, type Town } from './towns.ts'

const idOf = ({ name, lat, lon }: Town): string => `${name} ${lat} ${lon}`

/** A search in the list of towns. `onChoose` gets the chosen town. */
export function TownSearch({ onChoose }: { onChoose: (town: Town) => void }) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const isAsked = query.trim() !== ''
  // Loaded on demand, because the list is large and most people search only once.
  const { data: towns, error } = useQuery({
    queryKey: ['towns'],
    queryFn: loadTowns,
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const found = towns === undefined ? [] : findTowns(towns, query)
  const countries = new Intl.DisplayNames(pageTag(), { type: 'region' })
  const choose = (id: string) => {
    const town = found.find((one) => idOf(one) === id)
    if (town === undefined) return
    setChosen(id)
    onChoose(town)
  }
  return (
    <search>
      <Field
        label={t('place.search')}
        hint={t('place.searchHint')}
        type="text"
        inputMode="search"
        autoComplete="off"
        maxLength={60}
        value={query}
        error={error === null ? null : t('place.searchFailed')}
        onChange={(event) => setQuery(event.target.value)}
      />
      <p role="status">{isAsked && towns !== undefined && found.length === 0 && t('place.searchNone')}</p>
      {found.length > 0 && (
        <RadioList
          label={t('place.towns')}
          value={chosen}
          options={found.map((town) => ({
            value: idOf(town),
            label: town.name,
            note: countries.of(town.country) ?? town.country,
          }))}
          onChange={choose}
        />
      )}
    </search>
  )
}
