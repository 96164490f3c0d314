{{/* All of these take a dict: "root" $ "role" "web" "values" .Values.web */}}
{{- define "portico.labels" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "portico.pod" -}}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "portico.container" -}}
image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
envFrom:
  - secretRef: { name: {{ required "existingSecret names the secret with DATABASE_URL, NEXTAUTH_SECRET, …" .root.Values.existingSecret | quote }} }
env:
  - { name: ROLE, value: {{ .role }} }
  - { name: PUBLIC_URL, value: {{ required "publicUrl is where people reach it" .root.Values.publicUrl | quote }} }
  - { name: METRICS_PORT, value: {{ .root.Values.metrics.port | quote }} }
  {{- with .root.Values.databaseSecret.name }}
  - name: DATABASE_URL
    valueFrom:
      secretKeyRef: { name: {{ . }}, key: {{ $.root.Values.databaseSecret.key }} }
  {{- end }}
  {{- range $name, $value := .root.Values.env }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "portico.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .root.Release.Name }}-{{ .role }}
  labels: {{- include "portico.labels" . | nindent 4 }}
spec:
  {{- if not .values.autoscaling.enabled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  strategy:
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels: {{- include "portico.labels" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "portico.labels" . | nindent 8 }}
    spec:
      {{- include "portico.pod" . | nindent 6 }}
      # New requests are taken for 5 seconds after the order to stop, those that run have 20 to end.
      terminationGracePeriodSeconds: 45
      containers:
        - name: portico
          command: [node, server/serve.mjs]
          {{- include "portico.container" . | nindent 10 }}
          ports:
            - { name: http, containerPort: 3000 }
            - { name: metrics, containerPort: {{ .root.Values.metrics.port }} }
          startupProbe:
            httpGet: { path: /api/ready, port: http }
            periodSeconds: 2
            failureThreshold: 60
          readinessProbe:
            httpGet: { path: /api/ready, port: http }
            periodSeconds: 3
          livenessProbe:
            httpGet: { path: /api/health, port: http }
            periodSeconds: 10
            failureThreshold: 6
          resources: {{- toYaml .values.resources | nindent 12 }}
      volumes:
        - name: data
          emptyDir: { sizeLimit: {{ .root.Values.data.sizeLimit }} }
        - name: tmp
          emptyDir: {}
{{- end }}
