"""hosts.py - several hosts on one machine, for tests of clusters.

A host is a process with its own namespaces: network, host name, processes and
mounts.  The host n0 has the bridge that joins them, and controls; n1 and n2
play.  All see the files of this machine, but each has its own /run, where
daemons keep their sockets and shards are played.  There is no route to the
outside.
"""
import os
import shutil
import signal
import subprocess

import scene

NAMES = "n0", "n1", "n2"
TOOLS = ("ip", "unshare", "nsenter", "mount", "munged", "slurmctld", "slurmd",
         "sbatch", "sinfo", "scontrol", "scancel", "sshd", "ssh", "ssh-keygen",
         "rsync", "parallel")
SLURM = """ClusterName=rollcall
SlurmctldHost=n0(10.77.0.1)
SlurmUser=root
AuthType=auth/munge
CredType=cred/munge
StateSaveLocation={folder}/slurm/state
SlurmdSpoolDir={folder}/slurm/spool.%n
SlurmctldPidFile=/run/slurmctld.pid
SlurmdPidFile=/run/slurmd.pid
SlurmctldLogFile={folder}/slurm/slurmctld.log
SlurmdLogFile={folder}/slurm/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SlurmdTimeout=20
KillWait=5
ReturnToService=2
SelectType=select/linear
SchedulerParameters=batch_sched_delay=1,sched_min_interval=100000
MaxArraySize=100001
NodeName=n1 NodeAddr=10.77.0.11 CPUs=1 State=UNKNOWN
NodeName=n2 NodeAddr=10.77.0.12 CPUs=1 State=UNKNOWN
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
"""
SSHD = """Port 22
HostKey {folder}/ssh/host
PidFile /run/sshd.pid
AuthorizedKeysFile {folder}/ssh/own.pub
PermitRootLogin prohibit-password
StrictModes no
UsePAM no
SetEnv PATH={path} XDG_CONFIG_HOME={folder}/config TMPDIR=/run/t
"""
SSH = """Host n1
    HostName 10.77.0.11
Host n2
    HostName 10.77.0.12
Host *
    User root
    IdentityFile {folder}/ssh/own
    IdentitiesOnly yes
    BatchMode yes
    LogLevel ERROR
    StrictHostKeyChecking no
    UserKnownHostsFile {folder}/ssh/known
"""


def missing():
    """Why the tests cannot run here, or None."""
    if not scene.ROOT:
        return "only root makes hosts"
    path = f"{os.environ['PATH']}:/usr/sbin:/sbin"
    lacking = [tool for tool in TOOLS if not shutil.which(tool, path=path)]
    if lacking:
        return f"not installed: {' '.join(lacking)}"
    tried = subprocess.run(
        [*UNSHARE, "ip", "link", "add", "br0", "type", "bridge"],
        capture_output=True, text=True, check=False)
    return f"no bridge: {tried.stderr.strip()}" if tried.returncode else None


UNSHARE = ["unshare", "--net", "--uts", "--ipc", "--pid", "--fork",
           "--kill-child=KILL", "--mount", "--propagation", "private",
           "--mount-proc"]


class Host:
    def __init__(self, name, environment):
        self.name, self.environment = name, environment
        self.keeper = subprocess.Popen(
            [*UNSHARE, "sh", "-c", f"hostname {name} && "
             "mount -t tmpfs none /run && mkdir -m 755 /run/munge /run/sshd "
             "&& mkdir -m 711 /run/t && ip link set lo up && echo && "
             "exec sleep infinity"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)      # its end is reported here
        assert self.keeper.stdout.read(1) == b"\n", name
        self.first = scene.children_of(self.keeper.pid)[0]

    def start(self, *words, **more):
        """Starts a process on the host."""
        return subprocess.Popen(
            ["nsenter", f"--target={self.first}", "--net", "--uts", "--ipc",
             "--pid", "--mount", *words], env=self.environment,
            stdin=subprocess.DEVNULL, **more)

    def run(self, *words, cwd=None):
        process = self.start("sh", "-c", 'cd "$0" && exec "$@"', cwd or "/",
                             *words, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
        try:
            out, err = process.communicate(timeout=600)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
        return scene.Result(process.returncode, out.decode(), err.decode())

    def must(self, *words):
        result = self.run(*words)
        assert result.code == 0, (self.name, words, result)
        return result.out

    def files(self, path):
        """The path from here of a file or folder on the host."""
        return f"/proc/{self.first}/root{path}"

    def die(self):
        """Kills everything that runs on the host."""
        os.kill(self.first, signal.SIGKILL)
        self.keeper.wait()
        self.keeper.stdout.close()


class Hosts:
    """Three hosts that see `folder`, with daemons for ssh and Slurm."""

    def __init__(self, folder):
        self.folder, self.host = folder, {}
        path = f"{folder}/bin:{os.environ['PATH']}:/usr/sbin:/sbin"
        self.environment = {
            **os.environ, "PATH": path, "XDG_CONFIG_HOME": f"{folder}/config",
            "TMPDIR": "/run/t", "SLURM_CONF": f"{folder}/slurm/slurm.conf",
            "SSH": f"ssh -F {folder}/ssh/config", "HOME": folder}
        for name in "bin", "ssh", "slurm", "slurm/state":
            os.makedirs(f"{folder}/{name}", exist_ok=True)
        os.symlink(scene.TOURNAMENT, f"{folder}/bin/tournament")
        self.write_files(path)

    def write_files(self, path):
        folder = self.folder
        for name in "own", "host":
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "",
                            "-f", f"{folder}/ssh/{name}"], check=True)
        scene.write(f"{folder}/ssh/config", SSH.format(folder=folder))
        scene.write(f"{folder}/ssh/sshd_config",
                    SSHD.format(folder=folder, path=path))
        scene.write(f"{folder}/slurm/slurm.conf", SLURM.format(folder=folder))
        version = 2 if os.path.exists("/sys/fs/cgroup/cgroup.controllers") \
            else 1
        scene.write(f"{folder}/slurm/cgroup.conf",
                    f"CgroupPlugin=cgroup/v{version}\n")
        scene.write(f"{folder}/slurm/munge.key", os.urandom(64), 0o600)

    def __enter__(self):
        zero = self.add("n0")
        zero.must("ip", "link", "add", "br0", "type", "bridge")
        zero.must("ip", "address", "add", "10.77.0.1/24", "dev", "br0")
        zero.must("ip", "link", "set", "br0", "up")
        zero.must("slurmctld", "-c")
        for name in "n1", "n2":
            self.join(name)
        return self

    def __exit__(self, *ignored):
        for host in list(self.host.values()):
            host.die()

    def add(self, name):
        host = self.host[name] = Host(name, self.environment)
        host.must("munged", "--force", f"--key-file={self.folder}/slurm/"
                  "munge.key", "--pid-file=/run/munge/munged.pid",
                  "--seed-file=/run/munge/seed", "--log-file=/run/munge/log")
        return host

    def join(self, name):
        """Adds a host that plays: a new one, or one that was restarted."""
        host, zero = self.add(name), self.host["n0"]
        port, number = f"to-{name}", 10 + int(name[1:])
        zero.run("ip", "link", "delete", port)
        self.cable(zero, host, port)
        host.must("ip", "address", "add", f"10.77.0.{number}/24", "dev",
                  "eth0")
        host.must("ip", "link", "set", "eth0", "up")
        host.must("/usr/sbin/sshd", "-f", f"{self.folder}/ssh/sshd_config")
        host.must("slurmd", "-N", name)
        return host

    @staticmethod
    def cable(zero, host, port):
        """Connects the host to the bridge; process numbers are those of this
        machine."""
        for words in (["ip", "link", "add", port, "type", "veth", "peer",
                       "name", "eth0", "netns", str(host.first)],
                      ["ip", "link", "set", port, "master", "br0", "up"]):
            subprocess.run(["nsenter", f"--target={zero.first}", "--net",
                            *words], check=True)

    def wait_for_slurm(self):
        """Waits until both nodes accept jobs."""
        def idle():
            told = self.host["n0"].run("sinfo", "--noheader",
                                       "--format=%D %T")
            return told.out.split() == ["2", "idle"]
        return scene.wait_until(idle)
