/*
 * snoop_network.c - what a bot can reach by network and sockets.
 *
 * The test listens on the ports of `target`, on a socket in its folder and on
 * one without a file; whatever arrives there has got out.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <linux/netlink.h>
#include <linux/vm_sockets.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "talk.h"

CHECKS(use_the_network)

static struct sockaddr_in local(int port)
{
	struct sockaddr_in name = { .sin_family = AF_INET };

	name.sin_port = htons((unsigned short)port);
	name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return name;
}

static const char *reaches(const void *name, socklen_t size, int type,
			   const char *found)
{
	int fd = socket(((const struct sockaddr *)name)->sa_family, type, 0);

	return fd >= 0 && connect(fd, name, size) == 0 ? found : NULL;
}

CHECK(tcp)
{
	struct sockaddr_in name = local(target.tcp);

	return reaches(&name, sizeof name, SOCK_STREAM, "connected");
}

CHECK(udp)
{
	struct sockaddr_in name = local(target.udp);
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	if (fd < 0 || connect(fd, (struct sockaddr *)&name, sizeof name) != 0)
		return NULL;
	/* If nobody listens, the second send fails. */
	for (int i = 0; i < 2; i++) {
		if (send(fd, "secret", 6, 0) != 6)
			return NULL;
		pause_ms(2);
	}
	return "sent";
}

/* Is there any interface besides its own loopback? */
CHECK(interfaces)
{
	struct if_nameindex *all = if_nameindex();
	const char *found = NULL;

	for (int i = 0; all != NULL && all[i].if_index != 0; i++)
		if (strcmp(all[i].if_name, "lo") != 0)
			found = "another interface";
	return found;
}

/* Nothing is sent; these only look for a route. */
CHECK(outside)
{
	struct sockaddr_in name = local(53);

	name.sin_addr.s_addr = htonl(0xc0000201);
	return reaches(&name, sizeof name, SOCK_DGRAM, "a way out");
}

CHECK(outside6)
{
	struct sockaddr_in6 name = { .sin6_family = AF_INET6,
				     .sin6_port = htons(53) };

	inet_pton(AF_INET6, "2001:db8::1", &name.sin6_addr);
	return reaches(&name, sizeof name, SOCK_DGRAM, "a way out");
}

static const char *unix_to(const char *path, size_t size)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX };

	if (size > sizeof name.sun_path)
		return "could not run: a long path";
	memcpy(name.sun_path, path, size);
	size += offsetof(struct sockaddr_un, sun_path);
	return reaches(&name, (socklen_t)size, SOCK_STREAM, "connected");
}

CHECK(unix_file)
{
	char path[200];

	snprintf(path, sizeof path, "%.180s/socket", target.folder);
	return unix_to(path, strlen(path) + 1);
}

CHECK(unix_name)
{
	char path[200] = "";

	snprintf(path + 1, sizeof path - 1, "%.180s", target.folder);
	return unix_to(path, 1 + strlen(path + 1));
}

/* The machine's own services. */
CHECK(services)
{
	static const char *const known[] = {
		"/run/dbus/system_bus_socket", "/run/docker.sock",
		"/run/systemd/private", "/run/systemd/notify",
		"/run/containerd/containerd.sock", "/dev/log"
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (unix_to(known[i], strlen(known[i]) + 1) != NULL)
			return known[i];
	return NULL;
}

/* Tries to change an interface: sets the flags that it has already. */
CHECK(routes)
{
	struct ifreq request = {0};
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	memcpy(request.ifr_name, "lo", 3);
	if (fd < 0 || ioctl(fd, SIOCGIFFLAGS, &request) != 0)
		return NULL;
	return ioctl(fd, SIOCSIFFLAGS, &request) == 0 ? "changed it" : NULL;
}

static const char *socket_of(int family, int type, int protocol)
{
	return socket(family, type, protocol) >= 0 ? "opened" : NULL;
}

CHECK(raw) { return socket_of(AF_INET, SOCK_RAW, IPPROTO_ICMP); }

CHECK(packet) { return socket_of(AF_PACKET, SOCK_RAW, 0); }

/* Audit events of the whole machine. */
CHECK(events)
{
	struct sockaddr_nl name = { .nl_family = AF_NETLINK, .nl_groups = 1 };
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_AUDIT);

	return fd >= 0 && bind(fd, (struct sockaddr *)&name, sizeof name) ==
		0 ? "hears audits" : NULL;
}

CHECK(hypervisor)
{
	struct sockaddr_vm name = { .svm_family = AF_VSOCK, .svm_port = 1,
				    .svm_cid = VMADDR_CID_HOST };
	int fd = socket(AF_VSOCK, SOCK_STREAM | SOCK_NONBLOCK, 0);

	return fd >= 0 && (connect(fd, (struct sockaddr *)&name,
				   sizeof name) == 0 ||
			   errno == EINPROGRESS || errno == ECONNRESET) ?
		"reached it" : NULL;
}

CHECK(serves)
{
	struct sockaddr_in name = local(target.tcp);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	/* The test listens on this port, so it is free only in a network of
	   the bot's own, which is fine: try another port, on all addresses. */
	name.sin_port = 0;
	name.sin_addr.s_addr = htonl(INADDR_ANY);
	return check_interfaces() != NULL && fd >= 0 &&
		bind(fd, (struct sockaddr *)&name, sizeof name) == 0 &&
		listen(fd, 1) == 0 ? "listens" : NULL;
}
