#!/bin/sh
# Prints the alerts of deploy/monitoring/alerts.yml as an object for the Prometheus operator, so that they are written down once:
# deploy/kubernetes/prometheus-rule.sh | kubectl apply --namespace lectern --filename -
set -eu

cat <<'HEAD'
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: lectern
  labels: { app.kubernetes.io/name: lectern, app.kubernetes.io/part-of: lectern, app.kubernetes.io/component: monitoring }
spec:
HEAD
sed 's/^/  /' "$(dirname "$0")/../monitoring/alerts.yml"
