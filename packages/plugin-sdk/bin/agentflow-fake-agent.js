#!/usr/bin/env node
import '../dist/testing/fake-agent/main.js';
