"""Users, passwords, tokens that are lost, certificates."""

import os
import ssl
import subprocess

from .bench import Failed, expect_refusal
from .cluster import Cluster, encoded


def password(bench):
    cluster = Cluster(bench.folder())
    try:
        for path, request in [
            ("user/add", {"name": "root", "password": "r00t"}),
            ("user/grant", {"user": "root", "role": "root"}),
            ("role/add", {"name": "app"}),
            ("role/grant", {"name": "app", "perm": {
                "permType": "READWRITE", "key": encoded("/app."), "range_end": encoded("/app0")}}),
            ("user/add", {"name": "app", "password": "s3cret-pass"}),
            ("user/grant", {"user": "app", "role": "app"}),
            ("role/add", {"name": "root"}),
            ("user/grant", {"user": "root", "role": "root"}),
            ("auth/enable", {}),
        ]:
            cluster.call("/v3/auth/" + path.removeprefix("auth/"), request)
        told = expect_refusal(
            bench, "Check the user and the password", cluster.urls, "/app", ETCD_USER="app",
            ETCD_PASSWORD="wr0ng-pass")
        if "wr0ng-pass" in told:
            raise Failed("a password in a message")
        worker = bench.worker(
            cluster.urls, "/app", "commands", ETCD_USER="app", ETCD_PASSWORD="s3cret-pass")
        worker.go()
        if not (answer := worker.ask("set flag 1")).startswith("set"):
            raise Failed(f"the right password: {answer}")
        for member in cluster.members:
            member.kill()
        for member in cluster.members:
            member.start("existing")
        cluster.wait()
        if not (answer := worker.ask("set flag 2")).startswith("set"):
            raise Failed(f"after the tokens were lost: {answer}")
        expect_refusal(
            bench, "Grant the user's role", cluster.urls, "/other", ETCD_USER="app",
            ETCD_PASSWORD="s3cret-pass")
        return "refused; renewed after all tokens were lost; another's prefix refused"
    finally:
        cluster.close()


def certificate(bench):
    top = bench.folder()
    os.makedirs(top)

    def make(*words):
        subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=top)

    make("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.crt",
         "-days", "2", "-subj", "/CN=rig")  # fmt: skip
    for name, names in [("good", "IP:127.0.0.1"), ("bad", "DNS:elsewhere.example")]:
        with open(os.path.join(top, name + ".ext"), "w") as file:
            file.write(f"subjectAltName={names}\n")
        make("req", "-newkey", "rsa:2048", "-nodes", "-keyout", name + ".key", "-out", name + ".csr",
             "-subj", "/CN=" + name)  # fmt: skip
        make("x509", "-req", "-in", name + ".csr", "-CA", "ca.crt", "-CAkey", "ca.key",
             "-CAcreateserial", "-out", name + ".crt", "-days", "2", "-extfile", name + ".ext")  # fmt: skip
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    for name in ("good", "bad"):
        options = ["--cert-file", os.path.join(top, name + ".crt"),
                   "--key-file", os.path.join(top, name + ".key")]  # fmt: skip
        cluster = Cluster(bench.folder(), 1, options, tls=True, context=context)
        try:
            expect_refusal(bench, "is not trusted", cluster.urls, "/tls")
            known = {"AUTHORITY": os.path.join(top, "ca.crt")}
            if name == "bad":
                expect_refusal(bench, "is for other names", cluster.urls, "/tls", **known)
                continue
            worker = bench.worker(cluster.urls, "/tls", "hostile", READY_S="300", **known)
            if (answer := worker.next()) != "ready":
                raise Failed(f"a known authority: {answer}")
        finally:
            cluster.close()
    return "an unknown authority and another host refused, told apart; a known authority accepted"
