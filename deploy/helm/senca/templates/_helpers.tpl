{{- define "senca.labels" -}}
app.kubernetes.io/name: senca
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
{{- define "senca.selector" -}}
app.kubernetes.io/name: senca
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
