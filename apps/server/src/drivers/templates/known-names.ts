const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

/** The filters of Jinja and Home Assistant that are not run: a template with one is valid and refused. */
export const FILTERS_NOT_RUN = words(`
  attr batch center dictsort e escape filesizeformat forceescape format groupby indent items map pprint random reject
  rejectattr safe select selectattr slice sort striptags title truncate unique urlencode urlize wordcount wordwrap xmlattr
  acos apply area_devices area_entities area_id area_name areas as_datetime as_function as_local as_timedelta as_timestamp
  asin atan atan2 average base64_decode base64_encode bitwise_and bitwise_or bitwise_xor clamp closest combine
  config_entry_id contains cos device_attr device_entities device_id device_name difference distance expand flatten
  floor_areas floor_entities floor_id floor_name from_hex has_value intersect is_hidden_entity label_areas label_devices
  label_entities label_id label_name labels log md5 median ordinal pack regex_findall regex_findall_index regex_match
  regex_replace regex_search relative_time remap sha1 sha256 sha512 shuffle sin slugify sqrt state_attr state_translated
  states statistical_mode strptime symmetric_difference tan time_since time_until timestamp_custom timestamp_local
  timestamp_utc typeof union unpack version wrap is_state is_state_attr`)

/** The tests of Jinja and Home Assistant that are not run. */
export const PREDICATES_NOT_RUN = words(`
  callable escaped filter sameas test apply datetime has_value is_hidden_entity is_state is_state_attr match search set
  string_like tuple`)

/** The names of Jinja and Home Assistant that are not run. Another name is undefined. */
export const NAMES_NOT_RUN = words(`
  cycler dict joiner lipsum namespace range self loop caller varargs kwargs super
  acos apply area_devices area_entities area_id area_name areas as_datetime as_function as_local as_timedelta as_timestamp
  asin atan atan2 average clamp closest combine config_entry_attr config_entry_id cos device_attr device_entities
  device_id device_name difference distance e entity_id entity_name expand flatten floor_areas floor_entities floor_id
  floor_name floors has_value inf integration_entities intersect is_device_attr is_hidden_entity is_state is_state_attr
  issue issues label_areas label_devices label_entities label_id label_name labels log md5 median merge_response name now
  pack pi relative_time remap set sha1 sha256 sha512 shuffle sin slugify sqrt state_attr state_translated states
  statistical_mode strptime symmetric_difference tan tau this time_since time_until timedelta today_at tuple typeof union
  unpack urlencode utcnow version wrap zip`)

/** The statements of Jinja and Home Assistant that are not run, and whether they have an end. */
export const STATEMENTS_NOT_RUN: ReadonlyMap<string, { has: 'end' | 'no end'; detail: string }> = new Map([
  ['for', { has: 'end', detail: 'uses a loop' }],
  ['set', { has: 'no end', detail: 'sets a variable' }],
  ['macro', { has: 'end', detail: 'defines a macro' }],
  ['call', { has: 'end', detail: 'calls a macro' }],
  ['filter', { has: 'end', detail: 'filters a block' }],
  ['block', { has: 'end', detail: 'defines a block' }],
  ['with', { has: 'end', detail: 'opens a scope' }],
  ['autoescape', { has: 'end', detail: 'changes how texts are escaped' }],
  ['include', { has: 'no end', detail: 'includes another template' }],
  ['import', { has: 'no end', detail: 'imports another template' }],
  ['from', { has: 'no end', detail: 'imports another template' }],
  ['extends', { has: 'no end', detail: 'extends another template' }],
  ['do', { has: 'no end', detail: 'uses a statement that prints nothing' }],
  ['break', { has: 'no end', detail: 'uses a loop' }],
  ['continue', { has: 'no end', detail: 'uses a loop' }],
])
