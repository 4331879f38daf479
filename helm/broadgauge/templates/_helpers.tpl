{{/* The chart's name, or what replaces it. */}}
{{- define "broadgauge.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* The name of every object: the release, with the chart's name unless it is in there already. Short enough for "-headless". */}}
{{- define "broadgauge.fullname" -}}
{{- $name := include "broadgauge.name" . }}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 54 | trimSuffix "-" }}
{{- else if contains $name .Release.Name }}
{{- .Release.Name | trunc 54 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 54 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* Labels by which services find pods; they never change. */}}
{{- define "broadgauge.selectorLabels" -}}
app.kubernetes.io/name: {{ include "broadgauge.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* Labels of every object. */}}
{{- define "broadgauge.labels" -}}
{{ include "broadgauge.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* The image: by digest where there is one, otherwise by tag, otherwise the version that the chart was made for. */}}
{{- define "broadgauge.image" -}}
{{- if .Values.image.digest }}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else }}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) }}
{{- end }}
{{- end }}

{{/* Secrets that are mounted: name of the volume, its path, and the secret. */}}
{{- define "broadgauge.secrets" -}}
{{- with .Values.tls.secretName }}
- {name: tls, path: /run/broadgauge/tls, secret: {{ . | quote }}}
{{- end }}
{{- with .Values.tokens.secretName }}
- {name: tokens, path: /run/broadgauge/tokens, secret: {{ . | quote }}}
{{- end }}
{{- with .Values.snapshotKeys.secretName }}
- {name: snapshot-keys, path: /run/broadgauge/snapshot-keys, secret: {{ . | quote }}}
{{- end }}
{{- end }}

{{/* The server's settings as environment variables: adminPort becomes BROADGAUGE_ADMIN_PORT. */}}
{{- define "broadgauge.settings" -}}
BROADGAUGE_HOST: "0.0.0.0"
BROADGAUGE_ADMIN_HOST: "0.0.0.0"
{{- range $name, $value := .Values.settings }}
BROADGAUGE_{{ $name | snakecase | upper }}: {{ $value | toString | quote }}
{{- end }}
{{- if .Values.tls.secretName }}
BROADGAUGE_TLS_CERTIFICATE: /run/broadgauge/tls/tls.crt
BROADGAUGE_TLS_KEY: /run/broadgauge/tls/tls.key
{{- with .Values.tls.clientCaKey }}
BROADGAUGE_TLS_CLIENT_CA: /run/broadgauge/tls/{{ . }}
{{- end }}
{{- else }}
BROADGAUGE_INSECURE: "true"
{{- end }}
{{- if .Values.tokens.secretName }}
BROADGAUGE_TOKENS: /run/broadgauge/tokens/{{ .Values.tokens.key }}
{{- end }}
{{- if .Values.snapshotKeys.secretName }}
BROADGAUGE_SNAPSHOT_KEYS: /run/broadgauge/snapshot-keys/{{ .Values.snapshotKeys.key }}
{{- end }}
{{- end }}

{{/* Seconds that a pod may take to stop: the server's drain and grace, and 10 in which it ends its processes. */}}
{{- define "broadgauge.terminationSeconds" -}}
{{- add .Values.settings.drainSeconds .Values.settings.graceSeconds 10 }}
{{- end }}

{{/* What the schema cannot say: values that contradict each other. */}}
{{- define "broadgauge.check" -}}
{{- if and .Values.tls.clientCaKey (not .Values.tls.secretName) }}
{{- fail "tls.clientCaKey names a key in the secret tls.secretName, which is empty" }}
{{- end }}
{{- $ports := list (toString .Values.settings.port) (toString .Values.settings.adminPort) (toString .Values.settings.metricsPort) }}
{{- if lt (len (uniq $ports)) 3 }}
{{- fail "settings.port, settings.adminPort and settings.metricsPort must differ" }}
{{- end }}
{{- end }}
