import { expect, it } from 'vitest'
import { typographyProblems } from './typography.mjs'

const problemsOf = (language, text) =>
  typographyProblems([{ language, file: 'file', key: 'key', text }]).map((problem) =>
    problem.replace(/^file: key has (.*?): “.*$/s, '$1'),
  )

it.each([
  ['en', 'Saved ', 'a space at an end'],
  ['en', 'Saved.  Done.', 'two spaces in a row'],
  ['en', 'Moving...', 'three dots instead of an ellipsis'],
  ['de', 'Mit einem Link – ohne Konto', 'a dash between words'],
  ['it', "All'elenco", 'a straight quotation mark or apostrophe'],
  ['hr', 'Preimenovano u „{{name}}“', 'the quotation mark “, „” are used here'],
  ['sl', 'Preimenovano v „{{name}}“', 'the quotation mark „, »« are used here'],
  ['en', 'Done in {{seconds}} s', 'a number that can be parted from its unit'],
  ['rs_cyrl', 'Готово за {{seconds}}\u00A0с', 'the symbol of a unit in Cyrillic letters'],
  ['de', '{{value}}\u00A0%', 'a percent sign that is not behind a no-break thin space'],
  ['en', '{{value}}%', 'a percent sign that is not behind a no-break thin space'],
  ['en', '{{value}} %', 'a percent sign that is not behind a no-break thin space'],
  ['en', 'The device isn’t ready yet', 'a contraction'],
  ['de', 'E-Mail senden', 'a hyphen that can be broken in E‑Mail'],
  ['de', '{{minutes}}\u00A0Min. vor Sonnenaufgang', 'an abbreviation instead of the unit min'],
  ['sl', 'Izbrišem skupino?', 'a question that does not begin with Želite'],
  ['hr', 'Izbrisati grupu?', 'a question that does not begin with Želite'],
  ['rs_latn', 'Zatvori sve zastore?', 'a question that does not begin with Želite'],
  ['it', 'Rimuovere {{name}}?', 'a question that does not begin with Vuoi'],
  ['rs_latn', 'Naziv ne sme biti prazan', 'an infinitive after a modal verb'],
  ['rs_latn', 'To se ne može poništiti', 'an infinitive after a modal verb'],
  ['hr', 'Primjer: Dnevni boravak', 'an example that does not begin with “for example”'],
  ['de', 'Öffnet…', 'an ellipsis without a non-breaking space'],
  ['en', 'Opening …', 'a space before an ellipsis'],
  ['rs_cyrl', 'Погрешан PIN', 'Latin letters among the Cyrillic ones'],
  ['rs_cyrl', 'Унесите код у Сенцу', 'the name of the product in Cyrillic letters'],
  ['rs_latn', 'Погрешан', 'Cyrillic letters'],
  ['it', 'Apri the porta', 'an English word'],
  ['sl', 'Izbriši Napravo', 'a capital in every word'],
  ['de', 'Nein', 'an answer instead of a verb that says what happens'],
])('in %s “%s” has %s', (language, text, problem) => {
  expect(problemsOf(language, text)).toEqual([problem])
})

it.each([
  ['en', 'The device’s page'],
  ['sl', 'Želite izbrisati skupino?'],
  ['hr', 'Koliko vjetra podnosi?'],
  ['rs_cyrl', 'Готово за {{minutes}}\u00A0min {{seconds}}\u00A0s'],
  ['en', 'Done in {{seconds}}\u00A0s'],
  ['de', '{{value}}\u202F%'],
  ['de', 'Neue Codes Erzeugen'],
  ['sl', 'Odpira se\u00A0…'],
  ['hr', 'Putem poveznice „{{name}}”'],
  ['rs_cyrl', 'Добро дошли у апликацију Senca'],
  ['it', 'Nuovo nome: «{{name}}»'],
  ['it', 'Vuoi rimuovere {{name}}?'],
  ['rs_latn', 'Naziv ne sme da bude prazan'],
  ['hr', 'Lozinka mora imati najmanje 8 znakova'],
  ['hr', 'Na primjer: Dnevni boravak'],
])('in %s “%s” is right', (language, text) => {
  expect(problemsOf(language, text)).toEqual([])
})

it('a field error of one phrase has no full stop', () => {
  const problems = (text) =>
    typographyProblems([{ language: 'en', file: 'file', key: 'roleForm.error.name', text }])
  expect(problems('Enter a name.')).toHaveLength(1)
  expect(problems('Enter a name')).toEqual([])
  expect(problems('This could not be saved. Try again.')).toEqual([])
})
